import { Refused, read, send, useKey } from './api.js';
import { showApprovals } from './approvals.js';
import { showAudit } from './audit.js';
import { byId, element, fieldValue, onSubmit, visible } from './dom.js';
import { choose, showJobs, stopChosen } from './jobs.js';

/** Milliseconds between two looks. A page that nobody sees does not look. */
const pauseMs = 1500;

async function refresh() {
  await guarded(async () => {
    await Promise.all([showJobs(), showApprovals(refresh)]);
    const { running, queued, status } = await read('/health');
    byId('state').textContent = `${status}: ${running} running, ${queued} queued`;
  });
}

/** @param {() => Promise<void>} action */
async function guarded(action) {
  try {
    await action();
    byId('key-section').hidden = true;
  } catch (error) {
    const isKeyMissing = error instanceof Refused && error.status === 401;
    if (isKeyMissing) byId('key-section').hidden = false;
    const text = error instanceof Refused ? error.message : 'the server does not answer';
    byId('state').textContent = visible(text);
  }
}

async function begin() {
  await guarded(async () => {
    const { topologies } = await read('/validate');
    byId('topology').replaceChildren(
      ...topologies.map((/** @type {string} */ id) => element('option', {}, id)),
    );
    await showAudit();
  });
  await refresh();
}

onSubmit(byId('key-form'), () => {
  useKey(fieldValue('key'));
  return begin();
});
onSubmit(byId('run-form'), () =>
  guarded(async () => {
    const job = await send(`/run/${fieldValue('topology')}`, { input: fieldValue('input') });
    await choose(job.job_id);
  }),
);
onSubmit(byId('audit-form'), () => guarded(showAudit));
byId('stop').addEventListener('click', () => void guarded(stopChosen));

void begin();
setInterval(() => {
  if (!document.hidden) void refresh();
}, pauseMs);
