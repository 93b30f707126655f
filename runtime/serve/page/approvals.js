import { read, send } from './api.js';
import { byId, element, onSubmit } from './dom.js';

let shown = '';

/**
 * Requests that wait, each with exactly what would run, element by element. Drawn anew only when they are others: a reason that
 * somebody is typing stays.
 * @param {() => Promise<void>} refresh
 */
export async function showApprovals(refresh) {
  const { requests } = await read('/approvals');
  const ids = JSON.stringify(requests.map((/** @type {any} */ each) => each.request_id));
  byId('no-approvals').hidden = requests.length > 0;
  if (ids === shown) return;
  shown = ids;
  byId('approvals').replaceChildren(...requests.map((/** @type {any} */ each) => approval(each, refresh)));
}

/**
 * @param {any} request
 * @param {() => Promise<void>} refresh
 */
function approval(request, refresh) {
  const { agent, skill, topology, argv, request_id: id, run_id: run } = request;
  const elements = argv.map((/** @type {string} */ each) => element('code', {}, JSON.stringify(each)));
  const reason = /** @type {HTMLInputElement} */ (element('input', { autocomplete: 'off' }));
  const said = element('p', { role: 'alert' });
  const decide = async (/** @type {'approve' | 'deny'} */ verb) => {
    const body = reason.value === '' ? {} : { reason: reason.value };
    try {
      await send(`/approvals/${id}/${verb}`, body);
      await refresh();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : '';
    }
  };
  const button = (/** @type {string} */ label, /** @type {'approve' | 'deny'} */ verb) => {
    const made = element('button', { type: 'button', 'aria-describedby': `argv-${id}` }, label);
    made.addEventListener('click', () => void decide(verb));
    return made;
  };
  const form = element(
    'form',
    {},
    element('label', { class: 'wide' }, 'Reason', reason),
    button('Approve', 'approve'),
    button('Deny', 'deny'),
  );
  // Enter in the reason decides nothing: it would have to be one of two, and one of them lets a command run
  onSubmit(form, () => {});
  return element(
    'article',
    { class: 'approval', 'aria-label': `${agent} wants ${skill}` },
    element(
      'p',
      {},
      element('strong', {}, agent),
      ' of ',
      topology,
      ' wants ',
      element('strong', {}, skill),
      ', which would run',
    ),
    element('div', { class: 'argv', id: `argv-${id}` }, ...elements),
    element(
      'p',
      { class: 'faint' },
      `${run}, asked ${request.requested_at}, good until ${request.expires_at}`,
    ),
    form,
    said,
  );
}
