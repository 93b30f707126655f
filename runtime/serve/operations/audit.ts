import * as z from 'zod';
import { inOrderOfTime } from '../../audit/journal.ts';
import { showEvent } from '../../verbs/show-event.ts';
import { json, operation } from '../operation.ts';
import { AuditEventRow, AuditQuery, ProblemRow } from '../schemas.ts';

const filters = ['agent_id', 'skill_id', 'event_type'] as const;

export const readAudit = operation({
  id: 'readAudit',
  method: 'get',
  path: '/audit',
  summary: 'Audit events, the oldest first; where a record does not verify, problems says so',
  query: AuditQuery,
  answers: {
    status: 200,
    schema: z.strictObject({ events: z.array(AuditEventRow), problems: z.array(ProblemRow) }),
  },
  problems: [],
  perform: ({ query }, world) => {
    const { journal } = world.context();
    const runs = query.run_id === undefined ? journal.readRuns(query.last) : [journal.readRun(query.run_id)];
    const events = inOrderOfTime(runs).filter((event) =>
      filters.every((name) => query[name] === undefined || event[name] === query[name]),
    );
    return json({
      events: events.slice(-query.limit).map(showEvent),
      problems: runs.flatMap((run) => run.problems),
    });
  },
});
