const TRY_EVERY_MS = 50;
/** Code of an editor may still be on its way. */
const TRIES = 100;
/** So long a better place may still appear. */
const PATIENT_TRIES = 20;

/** Moves the focus to the first of these selectors, as soon as it is on the page. */
export function focusSoon(selectors: readonly string[], tries = 0): void {
  const wanted = tries < PATIENT_TRIES ? selectors.slice(0, 1) : selectors;
  const places = wanted.map((selector) => document.querySelector<HTMLElement>(selector));
  const place = places.find((element) => element !== null);
  if (place) {
    place.focus();
    place.scrollIntoView?.({ block: 'nearest' });
  } else if (tries < TRIES) setTimeout(() => focusSoon(selectors, tries + 1), TRY_EVERY_MS);
}
