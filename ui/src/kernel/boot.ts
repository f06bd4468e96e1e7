/** Who is signed in and how this server is set up: read once, before anything is drawn. */
import { ApiError, request } from './api';
import type { BootData, CurrentUser, FrontendSettings } from './bootData';
import { embedded } from './embedded';

export type {
  BootData,
  CurrentUser,
  DataSourceSummary,
  FrontendSettings,
  StoredPreferences,
} from './bootData';

let current: BootData | null = null;

/** Boot data of this page. Throws when called before `loadBoot` has finished. */
export function boot(): BootData {
  if (!current) throw new Error('boot data was read before it was loaded');
  return current;
}

export function setBoot(data: BootData): void {
  current = data;
}

/** Takes the block the server embedded, or asks for it; also called again after a sign-in. */
export async function loadBoot(fresh = false): Promise<BootData> {
  if (embedded && !fresh) {
    current = embedded;
    return embedded;
  }
  const [settings, user] = await Promise.all([
    request<FrontendSettings>('GET', '/api/frontend/settings'),
    request<CurrentUser>('GET', '/api/user').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  ]);
  current = { settings, user };
  return current;
}

/**
 * Whether the person may do `action`, for example `dashboards:write`. The server decides again on
 * every request.
 */
export function can(action: string): boolean {
  return current?.user?.permissions.includes(action) ?? false;
}

/** Whether this server offers Explore, and the user holds its permission. */
export function mayExplore(): boolean {
  return (current?.settings.exploreEnabled ?? false) && holdsExplore();
}

/** Whether the user's role includes Explore: viewers need the setting `viewers_can_edit`. */
export function holdsExplore(): boolean {
  const isViewer = current?.user?.orgRole === 'Viewer';
  return can('datasources:read') && (!isViewer || (current?.settings.viewersCanEdit ?? false));
}

/** A named, signed-in person, as opposed to an anonymous visitor. */
export function isSignedIn(): boolean {
  return current?.user?.isSignedIn ?? false;
}

const POSTPONED = 'vedette.password-postponed';

/**
 * Whether to ask for a new password before anything else: it was generated, and the person did not
 * say "not now".
 */
export function needsNewPassword(): boolean {
  return (current?.user?.mustChangePassword ?? false) && sessionStorage.getItem(POSTPONED) === null;
}

/** Stops asking until the browser is closed. */
export function postponeNewPassword(): void {
  sessionStorage.setItem(POSTPONED, '1');
}
