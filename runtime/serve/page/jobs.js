import { read, send, stream } from './api.js';
import { byId, element } from './dom.js';

/** @type {{ id: string, lastEventId: string, lastStatus: string, controller: AbortController } | undefined} */
let chosen;
let drawn = '';

/** The list, and on with the transcript of the chosen job where that goes on again. */
export async function showJobs() {
  const { jobs } = await read('/jobs?limit=50');
  byId('no-jobs').hidden = jobs.length > 0;
  const text = JSON.stringify([jobs, chosen?.id]);
  if (text === drawn) return;
  drawn = text;
  const focused = document.activeElement?.getAttribute('data-job');
  byId('jobs').replaceChildren(...jobs.map(jobRow));
  if (focused != null)
    document.querySelector(`[data-job="${CSS.escape(focused)}"]`)?.scrollIntoView({ block: 'nearest' });
  const again = [...document.querySelectorAll('[data-job]')].find(
    (each) => each.getAttribute('data-job') === focused,
  );
  if (again instanceof HTMLElement) again.focus();
  const job = jobs.find((/** @type {any} */ each) => each.job_id === chosen?.id);
  if (job !== undefined) showFacts(job);
}

/** @param {any} job */
function jobRow({ job_id: id, topology, status, created_at: at }) {
  const attributes = { type: 'button', 'data-job': id, 'aria-current': String(id === chosen?.id) };
  const made = element(
    'button',
    attributes,
    element('span', { class: status }, status),
    ` ${topology} `,
    element('span', { class: 'faint' }, at),
  );
  made.addEventListener('click', () => void choose(id));
  return element('li', {}, made);
}

/** @param {any} job */
function showFacts({ job_id: id, topology, status }) {
  byId('job-facts').replaceChildren(`${id} of ${topology}: `, element('span', { class: status }, status));
  byId('stop').hidden = !['queued', 'running', 'waiting'].includes(status);
  // a transcript ends where its job stands still: there is more of it once the job has another status
  const isIdle = chosen?.controller.signal.aborted === true;
  if (isIdle && status !== chosen?.lastStatus) void follow();
}

/** @param {string} id */
export async function choose(id) {
  chosen?.controller.abort();
  chosen = { id, lastEventId: '', lastStatus: '', controller: new AbortController() };
  byId('transcript').replaceChildren();
  const filter = document.querySelector('#audit-form [name=run_id]');
  if (filter instanceof HTMLInputElement) filter.value = id;
  showFacts(await read(`/jobs/${id}`));
  drawn = '';
  await Promise.all([showJobs(), follow()]);
}

/** Until the job is over or stands still. From there `showJobs` begins again, after the last event that was shown. */
async function follow() {
  const job = chosen;
  if (job === undefined) return;
  job.controller = new AbortController();
  try {
    await stream(
      `/jobs/${job.id}/stream`,
      { lastEventId: job.lastEventId, signal: job.controller.signal },
      (event) => {
        if (chosen !== job) return;
        job.lastEventId = event.id;
        if (event.type === 'status') job.lastStatus = event.data.status;
        const log = byId('log');
        byId('transcript').append(line(event));
        log.scrollTop = log.scrollHeight;
      },
    );
  } catch {
    // it was let go, or the server has gone; the next look at the jobs tells
  } finally {
    job.controller.abort();
  }
}

/** @param {{ type: string, data: any }} event */
function line({ type, data }) {
  switch (type) {
    case 'text':
      return element('li', {}, data.text);
    case 'call':
      return element('li', { class: 'faint' }, `> ${data.agent} ${data.tool} ${data.arguments}`);
    case 'result':
      return element(
        'li',
        {},
        element('span', { class: 'faint' }, `< ${data.agent} ${data.tool} `),
        element('span', { class: data.outcome }, data.outcome),
      );
    default:
      return element('li', { class: data.status ?? 'faint' }, `-- ${data.status ?? type}`);
  }
}

export async function stopChosen() {
  if (chosen === undefined) return;
  await send(`/jobs/${chosen.id}/stop`);
  await showJobs();
}
