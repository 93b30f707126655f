import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRuns } from '../../testing/sample-runs.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { renderCompare } from './render-compare.ts';
import { renderHtml } from './render-html.ts';

const executablePath = '/usr/bin/chromium';
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

// on a machine without the browser the tests are shown as skipped; in CI there has to be one
const missing = !existsSync(executablePath) && process.env.CI === undefined;

const compare = renderCompare([
  { file: 'mine.jsonl', events: sampleRuns.mixed },
  { file: 'theirs.jsonl', events: sampleRuns.clean },
]);
const pages = {
  mixed: renderHtml(sampleRuns.mixed),
  empty: renderHtml(sampleRuns.empty),
  mute: renderHtml(sampleRuns.mute),
  compare,
};

describe.skipIf(missing)(
  `in Chromium${missing ? ` (skipped: ${executablePath} is not installed)` : ''}`,
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: flags.split(' ') });
    }, 60_000);
    afterAll(() => browser?.close());

    async function open(
      content: string,
      options: BrowserContextOptions = {},
    ): Promise<{ page: Page; asked: string[]; errors: string[] }> {
      const file = join(temporaryFolder({ 'page.html': content }), 'page.html');
      const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
      const asked: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('dialog', (dialog) => {
        errors.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      const url = pathToFileURL(file).href;
      await page.goto(url);
      return { page, asked: asked.filter((each) => each !== url && !each.startsWith('data:')), errors };
    }

    const shown = (page: Page) => page.locator('.case:visible .id').allTextContents();

    it.each(Object.entries(pages))('%s asks for nothing else and has no fault', async (_, content) => {
      const { page, asked, errors } = await open(content);
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
      expect(errors).toEqual([]);
      await page.close();
    });

    it.each(
      Object.entries(pages).flatMap(([name, content]) =>
        (['light', 'dark'] as const).map((colorScheme) => [name, colorScheme, content] as const),
      ),
    )('%s in %s is accessible', async (_, colorScheme, content) => {
      const { page } = await open(content, { colorScheme });
      await page.evaluate(
        readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(),
      );
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      expect(found).toEqual([]);
      await page.close();
    });

    it('is light or dark as the reader has it, and fits a narrow screen', async () => {
      const paper = async (colorScheme: 'light' | 'dark') => {
        const { page } = await open(pages.mixed, { colorScheme, viewport: { width: 360, height: 700 } });
        const [colour, width] = (await page.evaluate(
          '[getComputedStyle(document.body).backgroundColor, document.documentElement.scrollWidth]',
        )) as [string, number];
        expect(width).toBe(360);
        await page.close();
        return colour;
      };
      expect(await paper('light')).not.toBe(await paper('dark'));
    });

    it('shows what was sent, got and wanted as text, whatever it holds', async () => {
      const { page } = await open(pages.mixed);
      const failure = page.locator('[id="argv/bad[row]"]');
      expect(await failure.locator('.wanted pre').textContent()).toBe('"a; rm -rf /"');
      expect(await failure.locator('.got pre').textContent()).toContain(
        '</script><img src=x onerror=alert(1)>',
      );
      expect(await failure.locator('.exchange pre').first().textContent()).toContain("runtime.js call 'a b'");
      expect(await failure.locator('.again pre').textContent()).toContain('run --only argv/bad[row]');
      expect(await page.locator('img').count()).toBe(0);
      await page.close();
    });

    it('filters by words, by the fields of --only, and by state', async () => {
      const { page } = await open(pages.mixed);
      const filter = page.getByRole('searchbox');
      const figure = page.locator('#shown');
      expect(await figure.textContent()).toBe('6 cases');
      await filter.fill('about argv/');
      expect(await shown(page)).toEqual(['argv/bad[row]', 'argv/soft', 'argv/good']);
      expect(await figure.textContent()).toBe('3 of 6 cases');
      await filter.fill('id:argv/bad[row]');
      expect(await shown(page)).toEqual(['argv/bad[row]']);
      await filter.fill('clause:argv.* capability:packs');
      expect(await shown(page)).toHaveLength(6);
      await page.getByRole('button', { name: '1 warned' }).click();
      expect(await shown(page)).toEqual(['argv/soft']);
      await filter.fill('nothing like it');
      expect(await page.locator('#no-match').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Clear the filter' }).click();
      expect(await shown(page)).toHaveLength(6);
      await page.close();
    });

    it('can be used with the keyboard alone', async () => {
      const { page } = await open(pages.mixed);
      await page.keyboard.press('Tab');
      const cell = page.locator('.cell').first();
      expect(await cell.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
      expect(await page.locator('#readout').textContent()).toContain('argv.verbatim, MUST: failed, 1 of 5');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('searchbox').inputValue()).toBe('clause:argv.verbatim');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('searchbox').inputValue()).toBe('');
      await page.keyboard.press('/');
      await page.keyboard.type('soft');
      expect(await shown(page)).toEqual(['argv/soft']);
      const details = page.locator('[id="argv/soft"]');
      await details.locator('summary').focus();
      await page.keyboard.press('Enter');
      expect(await details.locator('.wanted').isVisible()).toBe(true);
      await page.close();
    });

    it('copies the command that shows a failure again', async () => {
      const { page } = await open(pages.mixed);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('[id="argv/bad[row]"]').getByRole('button', { name: 'Copy' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'swarmkit-conformance run --only argv/bad[row] -- node runtime.js',
      );
      await page.close();
    });

    it('is all there without a script', async () => {
      const { page } = await open(pages.mixed, { javaScriptEnabled: false });
      expect(await shown(page)).toHaveLength(6);
      expect(await page.locator('[id="argv/bad[row]"] .wanted').isVisible()).toBe(true);
      expect(await page.getByRole('searchbox').count()).toBe(0);
      await page.close();
    });

    it('shows side by side where runs differ', async () => {
      const { page } = await open(compare);
      await page.getByRole('button', { name: '1 differ' }).click();
      const cells = await page.locator('[data-terms]:visible').first().locator('td').allTextContents();
      expect(cells.map((each) => each.trim())).toEqual([
        expect.stringContaining('failed 1/5'),
        expect.stringContaining('passed 2/2'),
      ]);
      const [bad] = await page.locator('.one-case:visible').allTextContents();
      expect(bad).toContain('argv/bad[row]failnot in this run');
      await page.close();
    });
  },
);
