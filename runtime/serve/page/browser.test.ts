import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { layOut } from '../sample-server.ts';
import { serve } from '../serve.ts';

const executablePath = '/usr/bin/chromium';
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

// on a machine without the browser the tests are shown as skipped; in CI there has to be one
const missing = !existsSync(executablePath) && process.env.CI === undefined;

const hostile = `<script>window.hit=1</script><img src=x onerror="window.hit=1">\u001b[2J\u001b]0;pwned\u0007\u202egnp.exe`;
const hostileScript = {
  agents: {
    root: [
      { text: `${hostile}\n`, calls: [{ tool: 'tools-push', arguments: { v: hostile } }] },
      { text: 'It is pushed.' },
    ],
  },
};

describe.skipIf(missing)(`the page${missing ? ` (skipped: ${executablePath} is not installed)` : ''}`, () => {
  let browser: Browser;
  const endings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: flags.split(' ') });
  }, 60_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(endings.splice(0).map((end) => end()));
  });

  /** A server of its own, by its address. */
  async function start(options: Parameters<typeof layOut>[0]): Promise<string> {
    const sample = layOut(options);
    const controller = new AbortController();
    let ended: Promise<unknown> = Promise.resolve();
    const address = await new Promise<string>((resolve) => {
      const output = { out: (text: string) => resolve(text.trim()), err: () => {}, colour: false };
      const where = { workspace: sample.root, host: '127.0.0.1', port: 0 };
      ended = serve(where, sample.ports, output, controller.signal);
    });
    endings.push(() => {
      controller.abort();
      return ended;
    });
    return address;
  }

  async function open(address: string, options: BrowserContextOptions = {}, until = '0 running') {
    const page = await browser.newPage({ viewport: { width: 1100, height: 1000 }, ...options });
    const errors: string[] = [];
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('dialog', (dialog) => {
      errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    endings.unshift(() => page.close());
    await page.goto(address);
    await page.getByText(until).waitFor();
    return { page, errors, elsewhere };
  }

  async function run(page: Page, input: string): Promise<void> {
    await page.getByLabel('Input').fill(input);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  }

  it('runs a topology and shows what happens in it, from the keyboard alone', async () => {
    const { page, errors, elsewhere } = await open(await start({}));
    await page.getByLabel('Topology').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('mock response').waitFor();
    await log.getByText('completed').waitFor();
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'run.ended' }).waitFor();
    expect(errors).toEqual([]);
    expect(elsewhere).toEqual([]);
  });

  it('shows exactly what waits, lets it run on a click, and goes on with the transcript', async () => {
    const { page, errors } = await open(await start({ script: hostileScript }));
    await run(page, 'go');
    const waiting = page.getByRole('article', { name: 'root wants tools-push' });
    await waiting.waitFor();
    const shown = await waiting.locator('.argv code').allTextContents();
    const exactly = JSON.stringify(hostile).replace('\u202e', '\\u{202e}');
    expect(shown).toEqual([expect.stringMatching(/\/bin\/tool"$/), '"pushed"', exactly]);
    await waiting.getByLabel('Reason').fill('looks right');
    await waiting.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('log').getByText('It is pushed.').waitFor();
    await page.getByText('Nothing waits for a decision.').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('cell', { name: 'approval.granted' }).waitFor();
    await page.getByText('looks right').waitFor();
    expect(errors).toEqual([]);
  });

  it('denies on a click, and the agent is told', async () => {
    const { page } = await open(await start({ script: hostileScript }));
    await run(page, 'go');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('log').getByText('It is pushed.').waitFor();
    await page.getByRole('combobox', { name: 'Event' }).selectOption('approval.denied');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('cell', { name: 'approval.denied' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
  });

  it('shows markup, escape sequences and turned text as what they are', async () => {
    const { page, errors } = await open(await start({ script: hostileScript }));
    await run(page, hostile);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('log').getByText('It is pushed.').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('cell', { name: 'skill.executed' }).waitFor();
    const text = (await page.locator('body').textContent()) ?? '';
    expect(text).toContain('<script>window.hit=1</script><img src=x onerror=');
    expect(text).toContain('\\u{1b}[2J');
    expect(text).toContain('\\u{202e}gnp.exe');
    for (const unseen of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(unseen);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.title()).toBe('SwarmKit');
    expect(errors).toEqual([]);
  });

  it('would not run a script that got in all the same', async () => {
    const { page } = await open(await start({}));
    const said = await page.evaluate(`(() => {
      const element = document.createElement('div');
      try { element.innerHTML = '<img src=x onerror="window.hit=1">'; return 'taken'; } catch (error) { return error.name; }
    })()`);
    expect(said).toBe('TypeError');
    await page.evaluate(`(() => {
      const script = document.createElement('script');
      try { script.textContent = 'window.hit=1'; document.body.append(script); } catch {}
    })()`);
    expect(await page.evaluate('window.hit')).toBeUndefined();
  });

  it('asks for the key of a server that has one', async () => {
    const workspace = `credentials: { k: { source: env, config: { env: KEY } } }
server: { auth: { provider: api_key, credentials_ref: k } }
`;
    const { page } = await open(await start({ workspace, env: { KEY: 'k3y' } }), {}, 'brings no key');
    await page.getByRole('textbox', { name: 'Key' }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('is not the one of this server').waitFor();
    await page.getByRole('textbox', { name: 'Key' }).fill('k3y');
    await page.keyboard.press('Enter');
    await page.getByText('0 running').waitFor();
    expect(await page.getByRole('textbox', { name: 'Key' }).isVisible()).toBe(false);
    await run(page, 'hello');
    await page.getByRole('log').getByText('mock response').waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible in %s', async (colorScheme) => {
    const { page } = await open(await start({ script: hostileScript }), { colorScheme });
    await run(page, 'go');
    await page.getByRole('article').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('cell', { name: 'approval.requested' }).waitFor();
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await page.evaluate(
      () => (globalThis as unknown as { axe: typeof axe }).axe.run() as Promise<axe.AxeResults>,
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    if (process.env.PAGE_SHOTS !== undefined)
      await page.screenshot({ path: `${process.env.PAGE_SHOTS}/page-${colorScheme}.png`, fullPage: true });
  });
});
