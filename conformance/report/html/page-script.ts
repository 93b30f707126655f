/**
 * What the page can do beyond being read: filter, walk the grid with the arrow keys, copy a command. Without it everything is
 * still there to read. It makes no elements and sets no markup, so nothing of a run can become more than text.
 */
export const pageScript = `
'use strict';
const one = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const fields = ['id', 'clause', 'capability', 'tag', 'level'];

const form = one('.filter');
const input = one('#filter');
const chips = all('.chip');
const rows = all('[data-terms]');
const cells = all('.cell');

/* A word with a field is a pattern for that field, as --only has it; any other is looked for everywhere. */
function matcherOf(word) {
  const [, field, pattern] = /^([a-z]+):(.*)$/s.exec(word) || [];
  if (!fields.includes(field)) return (row) => row.dataset.terms.toLowerCase().includes(word.toLowerCase());
  const glob = pattern.replace(/[*]+|[\\\\^$.|?+()[\\]{}]/g, (found) =>
    found === '**' ? '.*' : found === '*' ? '[^/]*' : '\\\\' + found);
  const expression = new RegExp('^' + field + ':' + glob + '$', 'i');
  return (row) => row.dataset.terms.split('\\n').some((term) => expression.test(term));
}

function apply() {
  const words = input.value.split(/\\s+/).filter(Boolean).map(matcherOf);
  const states = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.state);
  let shown = 0;
  for (const row of rows) {
    const hit = (states.length === 0 || states.some((state) => row.dataset.state.split(' ').includes(state))) &&
      words.every((matches) => matches(row));
    row.hidden = !hit;
    if (hit) shown += 1;
  }
  for (const group of all('.group')) {
    const left = all('[data-terms]', group).filter((row) => !row.hidden).length;
    const count = group.querySelector('.count');
    group.hidden = left === 0;
    if (count) count.textContent = String(left);
  }
  one('#shown').textContent = shown === rows.length ? rows.length + ' ' + form.dataset.noun : shown + ' of ' + rows.length + ' ' + form.dataset.noun;
  one('#no-match').hidden = shown > 0;
  for (const cell of cells) {
    if (input.value === 'clause:' + cell.dataset.clause) cell.setAttribute('aria-current', 'true');
    else cell.removeAttribute('aria-current');
  }
}

function clear() {
  input.value = '';
  for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
  apply();
}

if (form) {
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', apply);
  for (const chip of chips) chip.addEventListener('click', () => {
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
    apply();
  });
  one('#clear').addEventListener('click', () => { clear(); input.focus(); });
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
    if (event.key === 'Escape') clear();
  });
}

/* The grid is one stop for the Tab key; the arrows walk in it. */
const readout = one('#readout');
const resting = readout && readout.textContent;
function tell(cell) {
  if (readout) readout.textContent = cell ? cell.getAttribute('aria-label') + '. ' + cell.dataset.text : resting;
}
function goTo(cell) {
  for (const each of cells) each.tabIndex = each === cell ? 0 : -1;
  cell.focus();
}
function neighbour(cell, key) {
  const at = cells.indexOf(cell);
  if (key === 'ArrowRight') return cells[at + 1];
  if (key === 'ArrowLeft') return cells[at - 1];
  if (key === 'Home') return cells[0];
  if (key === 'End') return cells[cells.length - 1];
  const { left, top } = cell.getBoundingClientRect();
  const beyond = cells
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => (key === 'ArrowDown' ? box.top > top + 4 : key === 'ArrowUp' && box.top < top - 4));
  const distance = ({ box }) => Math.abs(box.top - top) * 100 + Math.abs(box.left - left);
  return beyond.sort((a, b) => distance(a) - distance(b)).map(({ each }) => each)[0];
}
cells.forEach((cell, index) => {
  cell.tabIndex = index === 0 ? 0 : -1;
  cell.addEventListener('mouseenter', () => tell(cell));
  cell.addEventListener('mouseleave', () => tell(document.activeElement.matches('.cell') ? document.activeElement : null));
  cell.addEventListener('focus', () => tell(cell));
  cell.addEventListener('blur', () => tell(null));
  cell.addEventListener('keydown', (event) => {
    const next = neighbour(cell, event.key);
    if (!next) return;
    event.preventDefault();
    goTo(next);
  });
  cell.addEventListener('click', (event) => {
    event.preventDefault();
    for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
    input.value = 'clause:' + cell.dataset.clause;
    apply();
    form.scrollIntoView({ block: 'start' });
    const first = rows.find((row) => !row.hidden);
    if (first) { first.open = true; first.querySelector('summary').focus({ preventScroll: true }); }
  });
});

/* A link to a case opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('details')) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();

for (const button of all('.copy')) {
  const text = button.previousElementSibling;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
}
`;
