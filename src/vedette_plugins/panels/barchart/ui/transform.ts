/** Values of a series as its `transform` option draws them. */
export function transformed(
  values: readonly (number | null)[],
  transform: string,
): (number | null)[] {
  if (transform === 'negative-Y') return values.map((value) => value && -value);
  if (transform !== 'constant') return [...values];
  const first = values.find((value) => value !== null) ?? null;
  return values.map(() => first);
}
