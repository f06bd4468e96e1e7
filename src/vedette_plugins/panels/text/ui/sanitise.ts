/**
 * Turns HTML written by users into nodes that cannot run code, leave the panel or call home.
 *
 * DOMPurify parses and filters; the result is a fragment, so no string reaches an HTML sink and
 * pages that enforce Trusted Types need no policy of ours. What the filter leaves is then narrowed:
 * links and images to safe addresses, inline styles to a list of harmless properties.
 */
import createPurifier from 'dompurify';
import { safeUrl } from '@vedette/sdk';
import { keepHarmlessStyles } from './styles';

const TAGS = (
  'a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li mark ol p pre q s samp ' +
  'section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul ' +
  'var wbr'
).split(' ');

const ATTRIBUTES = (
  'align alt bgcolor border cellpadding cellspacing color colspan datetime dir face height href lang ' +
  'open rowspan scope size src start style target title type valign width'
).split(' ');

export function safeFragment(html: string): DocumentFragment {
  const fragment = purifier().sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll<HTMLElement>('[href]')) guardLink(element);
  for (const element of fragment.querySelectorAll<HTMLElement>('[src]')) guardImage(element);
  for (const element of fragment.querySelectorAll<HTMLElement>('[style]'))
    keepHarmlessStyles(element);
  return fragment;
}

/** Made on first use: the module may be loaded where there is no window yet. */
let made: ReturnType<typeof createPurifier> | undefined;
function purifier() {
  made ??= createPurifier(window);
  return made;
}

function guardLink(element: HTMLElement): void {
  const href = element.tagName === 'A' ? safeUrl(element.getAttribute('href') ?? '') : '';
  if (!href) {
    element.removeAttribute('href');
    return;
  }
  element.setAttribute('href', href);
  element.setAttribute('rel', 'noopener noreferrer');
  if (element.getAttribute('target') !== '_blank') element.removeAttribute('target');
}

function guardImage(element: HTMLElement): void {
  if (element.tagName !== 'IMG' || !isImageUrl(element.getAttribute('src') ?? '')) {
    element.removeAttribute('src');
    return;
  }
  element.setAttribute('loading', 'lazy');
  element.setAttribute('referrerpolicy', 'no-referrer');
}

/** Over TLS from anywhere, or from where the page itself comes from. */
function isImageUrl(text: string): boolean {
  const url = URL.parse(text, window.location.href);
  return url !== null && (url.protocol === 'https:' || url.origin === window.location.origin);
}
