import type { Runtime, Surroundings } from './exchange.ts';
import { requestBody } from './request-body.ts';
import { openSession, type Session, type SessionHouse } from './session.ts';

/**
 * Level 1: requests go to a session that lives on. A process has one environment, so there is a session for each that is asked for;
 * two are kept, the one that most cases share and the last of the others. What cannot be said in a session (a command line as it
 * stands, arguments that are no JSON) goes to a process of its own, in the same folder.
 */
export function sessionRuntime(house: SessionHouse, oneShot: Runtime): Runtime {
  const sessions = new Map<string, Session>();
  const closing: Promise<void>[] = [];
  const drop = (key: string, session: Session) => {
    sessions.delete(key);
    closing.push(session.close());
  };
  const sessionFor = (where: Surroundings): Session => {
    const key = JSON.stringify([where.cwd, ...where.env]);
    const open = sessions.get(key);
    if (open !== undefined && !open.isOver()) return open;
    if (open !== undefined) drop(key, open);
    if (sessions.size >= mostAtOnce) drop(...leastAsked(sessions));
    const session = openSession(house, where);
    sessions.set(key, session);
    return session;
  };
  return {
    perform: (request, where) => {
      const body = requestBody(request);
      return body === undefined
        ? oneShot.perform(request, where)
        : sessionFor(where).ask(body, request.verb, where.timeoutMs);
    },
    async close() {
      for (const [key, session] of sessions) drop(key, session);
      await Promise.all(closing);
    },
  };
}

const mostAtOnce = 2;

/** Environments of a single case come and go; the one that cases share stays. */
function leastAsked(sessions: ReadonlyMap<string, Session>): readonly [string, Session] {
  const [first, ...others] = sessions;
  if (first === undefined) throw new Error('there is a session to drop only where there is one');
  return others.reduce((least, each) => (each[1].asked() < least[1].asked() ? each : least), first);
}
