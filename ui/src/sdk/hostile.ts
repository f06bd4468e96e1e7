/**
 * Hostile texts, and the search for what they would leave behind: shared by the tests of all
 * panels.
 */

/** Text that would run code, were any of it read as markup. */
export const hostileTexts: readonly string[] = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<img src="x" onerror=window.hacked=1 //',
  '<svg onload=window.hacked=1>',
  '<svg><script>window.hacked=1</script></svg>',
  '<svg><animate onbegin=window.hacked=1 attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=window.hacked=1>#x"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=1&gt;">',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<iframe src="javascript:parent.hacked=1"></iframe>',
  '<object data="javascript:window.hacked=1"></object>',
  '<embed src="javascript:window.hacked=1">',
  '<body onload=window.hacked=1>',
  '<input autofocus onfocus=window.hacked=1>',
  '<details open ontoggle=window.hacked=1>x</details>',
  '<video><source onerror=window.hacked=1></video>',
  '<audio src=x onerror=window.hacked=1>',
  '<marquee onstart=window.hacked=1>x</marquee>',
  '<a href="javascript:window.hacked=1">x</a>',
  '<a href="jAvAsCrIpT:window.hacked=1">x</a>',
  '<a href="java\nscript:window.hacked=1">x</a>',
  '<a href="java&#x0A;script:window.hacked=1">x</a>',
  '<a href="&#106;avascript:window.hacked=1">x</a>',
  '<a href=" javascript:window.hacked=1">x</a>',
  '<a href="\u0001javascript:window.hacked=1">x</a>',
  '<a href="data:text/html,<script>window.hacked=1</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://example.com" onclick="window.hacked=1">x</a>',
  '<form action="javascript:window.hacked=1"><button>x</button></form>',
  '<button formaction="javascript:window.hacked=1">x</button>',
  '<isindex action="javascript:window.hacked=1" type=image>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:window.hacked=1">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<div style="background:url(javascript:window.hacked=1)">x</div>',
  '<div style="width:expression(window.hacked=1)">x</div>',
  '<div style="position:fixed;inset:0;z-index:9999">x</div>',
  '<template><script>window.hacked=1</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=window.hacked=1>">',
  '[x](javascript:window.hacked=1)',
  '![x](javascript:window.hacked=1)',
  '[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGFja2VkPTE8L3NjcmlwdD4=)',
  '<img src="http://tracker.example/p.gif">',
  '"><script>window.hacked=1</script>',
  "'-window.hacked=1-'",
  '${window.hacked=1}{{constructor.constructor("window.hacked=1")()}}',
];

/**
 * What in a part of the document could run code, cover the page or call home; empty where all is
 * well.
 */
export function dangersIn(root: ParentNode): string[] {
  const dangers: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if (FORBIDDEN.has(tag)) dangers.push(`<${tag}>`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) dangers.push(`${tag} ${name}`);
      if (ADDRESSES.has(name) && !isSafe(value, tag === 'a'))
        dangers.push(`${tag} ${name}=${value}`);
      if (name === 'style' && /url\(|expression|position\s*:\s*fixed/i.test(value))
        dangers.push(`${tag} style=${value}`);
    }
  }
  if ((window as { hacked?: unknown }).hacked) dangers.push('code ran');
  return dangers;
}

const FORBIDDEN = new Set(
  'script iframe object embed base meta link style form template noscript math video audio isindex body marquee'.split(
    ' ',
  ),
);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href']);

/** Links may lead anywhere but into code; what loads by itself comes over TLS. */
function isSafe(address: string, isLink: boolean): boolean {
  const protocol = URL.parse(address, 'https://here.test/')?.protocol ?? '';
  return protocol === 'https:' || (isLink && ['http:', 'mailto:'].includes(protocol));
}
