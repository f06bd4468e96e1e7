/** What a test may find different from the public package, each with its reason. */
export type Meant = readonly (readonly [where: RegExp, why: string])[];

/**
 * Differences that no reason covers, and reasons that cover nothing any more: both have to be
 * empty.
 */
export function unexplained(found: readonly string[], meant: Meant): string[] {
  const stale = meant.filter(([where]) => !found.some((line) => where.test(line)));
  return [
    ...found.filter((line) => !meant.some(([where]) => where.test(line))),
    ...stale.map(([where, why]) => `no longer different: ${String(where)}, ${why}`),
  ];
}

/** JSON that keeps NaN, infinities and lists apart; what is missing is `null`. */
export function written(value: unknown): string {
  return (
    JSON.stringify(value, (_key, entry: unknown) =>
      typeof entry === 'number' && !Number.isFinite(entry) ? `<${entry}>` : (entry ?? null),
    ) ?? 'null'
  );
}
