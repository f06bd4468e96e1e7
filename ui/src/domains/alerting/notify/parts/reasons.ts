/** The reason why a resource cannot be edited here; undefined if it can. */
export function lockedReason(
  provenance: string | undefined,
  mayWrite: boolean,
  what: string,
): string | undefined {
  if (provenance === 'file') return `A provisioning file defines ${what}. Change it there.`;
  if (provenance === 'api') return `The provisioning API manages ${what}. Change it there.`;
  if (provenance) return `“${provenance}” manages ${what}. Change it there.`;
  return mayWrite ? undefined : `Changing ${what} requires the Editor or Admin role.`;
}
