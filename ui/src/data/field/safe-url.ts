/** URLs of links come from dashboards and data: only schemes that cannot run code pass. */

const ALLOWED = new Set(['http', 'https', 'mailto']);
/** Characters browsers drop or readers cannot see. */
const INVISIBLE =
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g;
const NAMED_ENTITIES: Record<string, string> = {
  colon: ':',
  tab: '',
  newline: '',
  amp: '&',
  lpar: '(',
  rpar: ')',
  sol: '/',
  num: '#',
};

/**
 * The URL to use, or `undefined` where its scheme is none of http, https, mailto or none at all.
 */
export function safeUrl(url: string): string | undefined {
  // Browsers ignore these inside a URL, so they are taken out of the result too.
  const cleaned = url.replace(/[\t\n\r\u0000]/g, '').trim();
  const scheme = schemeOf(cleaned);
  if (scheme === undefined || ALLOWED.has(scheme)) return cleaned;
  return undefined;
}

/**
 * The scheme as the most generous reader would find it: entities and percent signs decoded, blanks
 * dropped.
 */
function schemeOf(url: string): string | undefined {
  let text = url;
  for (let round = 0; round < 4; round += 1) {
    const next = decodeOnce(text);
    if (next === text) break;
    text = next;
  }
  const head = text.replace(INVISIBLE, '').split(/[/?#\\]/, 1)[0] ?? '';
  const colon = head.indexOf(':');
  return colon < 0 ? undefined : head.slice(0, colon).toLowerCase();
}

function decodeOnce(text: string): string {
  const entities = text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi,
    (whole, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(dec) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  return entities.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
