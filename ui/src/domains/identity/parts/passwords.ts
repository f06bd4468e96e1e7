import { boot } from '../../../kernel/boot';

const MIN_PASSWORD = 5;

/** Why a new password cannot be used, or `null`. The server checks again and has the last word. */
export function passwordProblem(password: string, repeated?: string): string | null {
  const least = boot().settings.minPasswordLength ?? MIN_PASSWORD;
  if (password.length < least) return `Use at least ${least} characters, for example a few words.`;
  if (repeated !== undefined && password !== repeated) return 'The passwords do not match.';
  return null;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password of 20 characters without look-alikes, from the browser's secure source. */
export function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  const usable = [...bytes].filter((byte) => byte < 256 - (256 % LETTERS.length));
  return usable
    .slice(0, 20)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('');
}
