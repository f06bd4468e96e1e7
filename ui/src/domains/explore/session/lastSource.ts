/** The source a person explored last, kept in this browser. */
const KEY = 'vedette.explore-source';

export function lastSource(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberSource(uid: string): void {
  try {
    if (uid) localStorage.setItem(KEY, uid);
  } catch {
    // Private windows may refuse storage; Explore then starts with the default source.
  }
}
