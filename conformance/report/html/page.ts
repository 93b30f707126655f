import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './markup.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/**
 * One self-contained page. The policy lets nothing in but this very style and script: no network, and no script that a
 * runtime's output might have smuggled in.
 */
export function page(title: string, body: Html): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(pageStyle)}`,
    `script-src ${hashOf(pageScript)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(pageStyle)}</style>
</head>
<body>
${body}
<script>${trusted(pageScript)}</script>
</body>
</html>
`.markup;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
