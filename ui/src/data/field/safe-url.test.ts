import { describe, expect, test } from 'vitest';
import type { Frame } from '../frame';
import { applyFieldConfig } from './config';
import type { FieldContext } from './context';
import { safeUrl } from './safe-url';

const EVIL = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  '\njavascript:alert(1)',
  '\r\njavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\rscript:alert(1)',
  'jav\u0000ascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u001fjavascript:alert(1)',
  'javascript\t:alert(1)',
  'javascript\n:alert(1)',
  'javascript :alert(1)',
  'javascript:\nalert(1)',
  '\u00a0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'java\u200bscript:alert(1)',
  'java\u00adscript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u3000javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#x3A;alert(1)',
  'javascript&#0000058alert(1)',
  'javascript&#x0000003A;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6a;avascript:alert(1)',
  '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#x0D;script:alert(1)',
  '&#1;javascript:alert(1)',
  'javascript&amp;colon;alert(1)',
  'javascript%3Aalert(1)',
  'javascript%3aalert(1)',
  'javascript%253Aalert(1)',
  '%6aavascript:alert(1)',
  'java%0ascript:alert(1)',
  'java%09script:alert(1)',
  'jav%61script%3aalert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:/*--></title></style>*/alert(1)',
  'javascript:void(0)',
  'javascript:"<script>alert(1)</script>"',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'DATA:text/html,x',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:,x',
  ' data:text/html,x',
  'da\tta:text/html,x',
  'data&colon;text/html,x',
  'data%3Atext/html,x',
  'vbscript:msgbox(1)',
  'VBScript:msgbox(1)',
  'vb\nscript:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'file:///etc/passwd',
  'file://server/share',
  'FILE:///c:/windows',
  'blob:https://example.com/1-2-3',
  'filesystem:https://example.com/temporary/x.html',
  'ftp://example.com/x',
  'ws://example.com',
  'view-source:https://example.com',
  'about:blank',
  'about:srcdoc',
  'chrome://settings',
  'chrome-extension://abc/page.html',
  'ms-msdt:/id PCWDiagnostic',
  'ms-word:ofe|u|https://example.com/x.docx',
  'intent://scan/#Intent;scheme=zxing;end',
  'tel:+123',
  'sms:+123',
  'jar:https://example.com!/x.html',
  'feed:javascript:alert(1)',
  'x:y',
];

const GOOD = [
  'https://example.com',
  'http://example.com:8080/a?b=c#d',
  'HTTPS://EXAMPLE.COM',
  '//example.com/a',
  '/d/abc/title?var-host=a%3A9100&from=now-1h',
  'd/abc',
  './x',
  '../x?y=1',
  '?var-a=1',
  '#part',
  'mailto:ops@example.com?subject=Disk',
  '/d/x?time=12:30',
  'd/x?u=javascript:alert(1)',
  '/a:b',
  'https://example.com/?next=javascript:alert(1)',
  'https://example.com/a b',
];

/** T22, CVE-2018-12099: Links open safe schemes only. */
describe('URLs of links', () => {
  test.each(EVIL)('%j is refused', (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });

  test.each(GOOD)('%j is used as it is', (url) => {
    expect(safeUrl(url)).toBe(url);
  });

  test('line breaks that browsers ignore are taken out', () => {
    expect(safeUrl(' https://exa\nmple.com/\t ')).toBe('https://example.com/');
  });
});

describe('data links', () => {
  const ctx: FieldContext = {
    themeColor: String,
    series: String,
    timeZone: 'UTC',
    interpolate: (text) =>
      text
        .replaceAll('${env}', 'prod')
        .replaceAll('${__url_time_range}', 'from=now-1h&to=now')
        .replaceAll('$scheme', 'javascript'),
  };

  function hrefs(
    url: string,
    value: unknown = 12.5,
    title = 'open',
  ): { title: string; href: string; newTab: boolean }[] {
    const frame: Frame = {
      name: 'series one',
      refId: 'A',
      fields: [
        { name: 'Time', type: 'time', values: [1000, 2000], config: {} },
        {
          name: 'cpu',
          type: typeof value === 'number' ? 'number' : 'string',
          values: [1, value],
          labels: { host: 'a b', 'dotted.key': 'x' },
          config: { unit: 'percent', links: [{ title, url, targetBlank: true }] },
        },
        { name: 'Pod Name', type: 'string', values: ['p1', 'p&2/x'], config: {} },
      ],
      length: 2,
    };
    return applyFieldConfig([frame], undefined, ctx)[0]?.fields[1]?.getLinks?.(1) ?? [];
  }
  const href = (url: string, value?: unknown): string | undefined => hrefs(url, value)[0]?.href;

  test('carry the series, its labels, the value and the row', () => {
    expect(href('/d/x?s=${__series.name}')).toBe('/d/x?s=series%20one');
    expect(href('/d/x?h=${__field.labels.host}&k=${__field.labels["dotted.key"]}')).toBe(
      '/d/x?h=a%20b&k=x',
    );
    expect(href('/d/x?v=${__value.raw}&n=${__value.numeric}&t=${__value.time}')).toBe(
      '/d/x?v=12.5&n=12.5&t=2000',
    );
    expect(href('/d/x?v=${__value.text}')).toBe('/d/x?v=12.5%25');
    expect(href('/d/x?c=${__data.fields["Pod Name"]}')).toBe('/d/x?c=p&2/x');
    expect(href('/d/x?c=${__data.fields["Pod Name"]:percentencode}')).toBe('/d/x?c=p%262%2Fx');
    expect(href('/d/x?c=${__data.fields[1].numeric}')).toBe('/d/x?c=12.5');
  });

  test('carry the time range and the variables of the page', () => {
    expect(href('/d/x?${__url_time_range}&var-env=${env}')).toBe(
      '/d/x?from=now-1h&to=now&var-env=prod',
    );
  });

  test('have a title made of the same values, and open where they are told to', () => {
    expect(hrefs('/d/x', 12.5, 'to ${__field.labels.host} at ${__value.text}')[0]).toEqual({
      title: 'to a b at 12.5%',
      href: '/d/x',
      newTab: true,
    });
  });

  /** T22: Addresses are checked after interpolation. */
  test('a value cannot smuggle in a scheme or another variable', () => {
    expect(href('${__value.raw}', 'javascript:alert(1)')).toBeUndefined();
    expect(href('$scheme:alert(1)')).toBeUndefined();
    expect(href('/d/x?v=${__value.raw}', '${env}')).toBe('/d/x?v=$%7Benv%7D');
  });
});
