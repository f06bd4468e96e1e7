/** Why something of notifications cannot be changed here; undefined where it can. */
export function lockedReason(
  provenance: string | undefined,
  mayWrite: boolean,
  what: string,
): string | undefined {
  if (provenance === 'file') return `A provisioning file defines ${what}. Change it there.`;
  if (provenance === 'api') return `The provisioning API looks after ${what}. Change it there.`;
  if (provenance)
    return `${what[0]?.toUpperCase()}${what.slice(1)} was made by “${provenance}”, and is changed there.`;
  return mayWrite ? undefined : `Changing ${what} needs the Editor or Admin role.`;
}
