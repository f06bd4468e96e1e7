/** Where the server gives parts of alerting as provisioning files. */
const PROVISIONING = '/api/v1/provisioning';

/** All rules, narrowed by `folderUid` and `group`. */
export const RULES_EXPORT = `${PROVISIONING}/alert-rules/export`;
/** All contact points, or the one of `name`; secrets are left out. */
export const CONTACT_POINTS_EXPORT = `${PROVISIONING}/contact-points/export`;
export const POLICIES_EXPORT = `${PROVISIONING}/policies/export`;
export const MUTE_TIMINGS_EXPORT = `${PROVISIONING}/mute-timings/export`;
export const TEMPLATES_EXPORT = `${PROVISIONING}/templates/export`;

export const ruleExport = (uid: string): string =>
  `${PROVISIONING}/alert-rules/${encodeURIComponent(uid)}/export`;
