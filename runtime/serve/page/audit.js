import { read } from './api.js';
import { byId, element } from './dom.js';

/** Events that meet the filters, the newest first. */
export async function showAudit() {
  const form = /** @type {HTMLFormElement} */ (byId('audit-form'));
  const rows = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  const query = new URLSearchParams([...rows.filter(([, value]) => value !== ''), ['limit', '300']]);
  const { events, problems } = await read(`/audit?${query}`);
  const warning = byId('audit-problems');
  warning.hidden = problems.length === 0;
  warning.replaceChildren(
    ...problems.map((/** @type {any} */ each) => element('span', {}, `${each.message} `)),
  );
  byId('audit').replaceChildren(...events.reverse().map(row));
}

/** @param {any} event */
function row({ timestamp, event_type: type, agent_id: agent, skill_id: skill, decision, payload }) {
  const word = decision === null ? '' : decision.allowed ? 'allowed' : `denied ${decision.code ?? ''}`;
  return element(
    'tr',
    {},
    element('td', {}, timestamp),
    element('td', {}, type),
    element('td', {}, agent ?? ''),
    element('td', {}, skill ?? ''),
    element(
      'td',
      word === '' ? {} : { class: decision.allowed ? 'allowed' : 'denied', title: decision.reason },
      word,
    ),
    element('td', {}, JSON.stringify(payload)),
  );
}
