// @vitest-environment node
/**
 * The panel in a real browser: markup is parsed there, and no imitation of a document parses as
 * browsers do.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserPage, type BrowserPage } from '../../../../../ui/src/sdk/browserPage';
import { hostileTexts } from '../../../../../ui/src/sdk/hostile';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const POLICY =
  "require-trusted-types-for 'script'; trusted-types dompurify; script-src 'nonce-test'; style-src 'none'";

interface PanelPage {
  draw(options: object): void;
  dangers(): string[];
  hacked?: unknown;
}
declare const window: PanelPage;
declare const document: Document;

const PAGE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { flushSync } from 'react-dom';
  import { TextPanel } from ${JSON.stringify(here('./TextPanel.tsx'))};
  import { dangersIn } from ${JSON.stringify(here('../../../../../ui/src/sdk/hostile.ts'))};
  const main = document.querySelector('main');
  const root = createRoot(main);
  const host = { interpolate: (text) => text.replace('$hostile', '<img src=x onerror=window.hacked=1>').replace('$who', 'Ada') };
  window.draw = (options) => flushSync(() => root.render(
    createElement(TextPanel, { title: '', width: 400, height: 300, host, options: { mode: 'markdown', code: {}, ...options } }),
  ));
  window.dangers = () => dangersIn(main);
`;

let browser: BrowserPage;
let page: BrowserPage['page'];

beforeAll(async () => {
  browser = await openBrowserPage(PAGE, POLICY);
  page = browser.page;
}, 60_000);

afterAll(() => browser?.close());

async function draw(content: string, mode = 'html'): Promise<string> {
  await page.evaluate((options) => window.draw(options), { content, mode });
  return page.evaluate(() => {
    const drawn = document.querySelector('main [role=region] > *');
    if (!drawn) throw new Error('The panel was not drawn.');
    return drawn.innerHTML;
  });
}

describe('a text panel', () => {
  it('sets Markdown: headings, lists, tables, code and links', async () => {
    const content =
      '# Title\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nmake\n```\n\n[docs](https://example.com) of $who';
    const html = await draw(content, 'markdown');
    for (const part of [
      '<h1>Title</h1>',
      '<li>one</li>',
      '<td>1</td>',
      '<pre><code>make',
      'of Ada',
    ])
      expect(html).toContain(part);
    expect(html).toContain('<a href="https://example.com" rel="noopener noreferrer">docs</a>');
  });

  it('fills in variables before it cleans, so that their values bring no code in', async () => {
    expect(await draw('Hello $hostile', 'markdown')).toContain('Hello');
    expect(await page.evaluate(() => window.dangers())).toEqual([]);
  });

  it('keeps the HTML that people lay text out with', async () => {
    const html = await draw(
      '<div style="text-align: center; background: teal"><b>Bold</b> <font color="green">ok</font><img src="/logo.png" alt="Logo" width="20"></div>',
    );
    for (const part of [
      'text-align: center',
      'background-color: teal',
      '<b>Bold</b>',
      'color="green"',
      'src="/logo.png"',
      'alt="Logo"',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('shows new content when it changes', async () => {
    expect(await draw('<b>first</b>')).toBe('<b>first</b>');
    expect(await draw('<b>second</b>')).toBe('<b>second</b>');
  });
});

describe('text of users', () => {
  it.each(hostileTexts)('cannot run code, cover the page or call home: %s', async (payload) => {
    for (const mode of ['markdown', 'html', 'code']) {
      await draw(payload, mode);
      expect(await page.evaluate(() => window.dangers())).toEqual([]);
    }
  });

  it('raised no dialog and broke no policy of the page, Trusted Types included', async () => {
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => window.hacked)).toBeUndefined();
    expect(browser.complaints).toEqual([]);
  });

  it('loads images over TLS or from here only', async () => {
    expect(await draw('<img src="https://example.com/a.png">')).toContain(
      'src="https://example.com/a.png"',
    );
    expect(await draw('<img src="img/a.png">')).toContain('src="img/a.png"');
    expect(await draw('<img src="http://elsewhere.example/a.png">')).not.toContain('src');
    expect(await draw('<img src="//elsewhere.example/a.png" srcset="http://x/ 1x">')).not.toContain(
      'srcset',
    );
    expect(await draw('<img src="data:image/svg+xml,x">')).not.toContain('src');
  });

  it('takes no names and no styles of the page', async () => {
    expect(await draw('<p id="root" class="panel" data-x="1" aria-label="x">x</p>')).toBe(
      '<p>x</p>',
    );
    const styled = await draw(
      '<p style="color:red;position:fixed;top:0;background:url(//evil);z-index:9;font-size:20px">x</p>',
    );
    expect(styled).toBe('<p style="color: red; font-size: 20px;">x</p>');
  });
});

// The payloads only prove something if what they would leave behind is found.
it('would notice danger', async () => {
  const found = await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    const link = document.createElement('a');
    link.setAttribute('href', 'javascript:void 0');
    main.append(link, document.createElement('iframe'));
    return window.dangers();
  });
  expect(found).toEqual(['a href=javascript:void 0', '<iframe>']);
});
