/** Shapes of `GET /api/frontend/settings` and `GET /api/user`, which the page starts from. */

export interface DataSourceSummary {
  id: number;
  uid: string;
  name: string;
  type: string;
  url?: string;
  access?: string;
  isDefault: boolean;
  hasCorrelations?: boolean;
  jsonData: Record<string, unknown>;
  meta: { id: string; name: string; [key: string]: unknown };
}

export interface FrontendSettings {
  appUrl: string;
  appSubUrl: string;
  buildInfo: { version: string; vedetteVersion?: string; commit?: string };
  datasources: Record<string, DataSourceSummary>;
  defaultDatasource: string;
  anonymousEnabled: boolean;
  loginHint: string;
  passwordHint: string;
  disableLoginForm: boolean;
  dateFormats?: Record<string, unknown>;
  minRefreshInterval: string;
  exploreEnabled: boolean;
  viewersCanEdit: boolean;
  defaultTheme: string;
  dashboardVersionsToKeep: number;
  mustChangePassword?: boolean;
  /** Characters a new password has at least. */
  minPasswordLength?: number;
}

export interface StoredPreferences {
  theme?: string;
  timezone?: string;
  weekStart?: string;
  palette?: string;
  shortcuts?: boolean;
}

export interface CurrentUser {
  id: number;
  uid?: string;
  login: string;
  name: string;
  email: string;
  theme?: string;
  orgId: number;
  orgRole?: string;
  isGrafanaAdmin?: boolean;
  isSignedIn: boolean;
  isExternal?: boolean;
  permissions: string[];
  preferences?: StoredPreferences;
  mustChangePassword?: boolean;
}

export interface BootData {
  settings: FrontendSettings;
  /** `null` when nobody is signed in and anonymous visits are off. */
  user: CurrentUser | null;
}
