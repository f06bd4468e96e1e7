/**
 * Inline styles that may stay: they colour, size and align, but can neither cover the page nor load
 * anything.
 */

const PROPERTIES = new RegExp(
  `^(${[
    'color|background-color|opacity',
    'font(-family|-size|-style|-weight|-variant)?|line-height|letter-spacing|white-space|word-break|overflow-wrap',
    'text-(align|decoration|transform|indent|overflow|shadow)|vertical-align|direction',
    '(margin|padding)(-(top|right|bottom|left))?',
    'border(-(top|right|bottom|left))?(-(color|style|width))?|border-(radius|collapse|spacing)',
    '((min|max)-)?(width|height)|box-sizing|overflow(-[xy])?|list-style-type',
    'display|flex(-(basis|direction|flow|grow|shrink|wrap))?|align-(content|items|self)|justify-(content|items|self)',
    'gap|row-gap|column-gap|grid-template-(columns|rows)|grid-(column|row)|float|clear',
  ].join('|')})$`,
);

const LOADS = /url\s*\(|image-set|expression|\\/i;

export function keepHarmlessStyles(element: HTMLElement): void {
  const kept = declarations(element.getAttribute('style') ?? '');
  // Set one by one through the object model: a content security policy may refuse the attribute as
  // a whole.
  element.removeAttribute('style');
  for (const [property, value] of kept) element.style.setProperty(property, value);
}

function declarations(style: string): [property: string, value: string][] {
  // `background: red` is how most authors write a background colour.
  return style
    .split(';')
    .map((declaration): [string, string] => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration
        .slice(colon + 1)
        .replace(/!important/i, '')
        .trim();
      return [property === 'background' ? 'background-color' : property, value];
    })
    .filter(([property, value]) => PROPERTIES.test(property) && value !== '' && !LOADS.test(value));
}
