/** What the page starts from: those keys of `GET /api/frontend/settings` and `GET /api/user` that
 * it reads. */
import type * as api from './apiTypes';

export type DataSourceSummary = Pick<
  api.ShownSource,
  'id' | 'uid' | 'name' | 'type' | 'isDefault' | 'hasCorrelations' | 'jsonData'
> &
  Partial<Pick<api.ShownSource, 'url' | 'access'>> & {
    meta: Pick<api.SourceMeta, 'id' | 'name'> & Partial<api.SourceMeta>;
  };

export type FrontendSettings = Pick<
  api.FrontendSettings,
  | 'appUrl'
  | 'appSubUrl'
  | 'defaultDatasource'
  | 'anonymousEnabled'
  | 'loginHint'
  | 'passwordHint'
  | 'disableLoginForm'
  | 'minRefreshInterval'
  | 'exploreEnabled'
  | 'viewersCanEdit'
  | 'defaultTheme'
  | 'dashboardVersionsToKeep'
> &
  Partial<Pick<api.FrontendSettings, 'dateFormats' | 'minPasswordLength'>> & {
    buildInfo: Pick<api.BuildInfo, 'version'> & Partial<api.BuildInfo>;
    datasources: Record<string, DataSourceSummary>;
  };

export type StoredPreferences = Pick<
  api.Preferences,
  'theme' | 'timezone' | 'weekStart' | 'palette' | 'shortcuts'
>;

export type CurrentUser = Pick<
  api.CurrentUser,
  'id' | 'uid' | 'login' | 'name' | 'email' | 'orgId' | 'isSignedIn' | 'permissions' | 'isExternal'
> &
  Partial<Pick<api.CurrentUser, 'theme' | 'orgRole' | 'isGrafanaAdmin' | 'mustChangePassword'>> & {
    preferences?: StoredPreferences;
  };

export interface BootData {
  settings: FrontendSettings;
  /** `null` when no one is signed in and anonymous access is off. */
  user: CurrentUser | null;
}
