/** Changes along one path. Everything beside the path keeps its identity and its place. */

type Values = Record<string, unknown>;
export type Path = readonly (string | number)[];

/**
 * `target` with `value` at `path`; undefined removes the key, and objects that become empty by it
 * unless they were in `target` before with other keys. Returns `target` where nothing changes.
 */
export function withValue<T>(target: T, path: Path, value: unknown): T {
  const [head, ...tail] = path;
  if (head === undefined) return value as T;
  if (Array.isArray(target)) {
    const index = Number(head);
    const next = withValue(target[index] as unknown, tail, value);
    if (Object.is(next, target[index])) return target;
    return (
      next === undefined
        ? target.filter((_, at) => at !== index)
        : Object.assign([...(target as unknown[])], { [index]: next })
    ) as T;
  }
  const values: Values = isValues(target) ? target : {};
  const before = Object.hasOwn(values, head) ? values[head] : undefined;
  const next = withValue(before, tail, value);
  if (Object.is(next, before)) return target;
  const isGone =
    next === undefined ||
    (tail.length > 0 && value === undefined && isValues(next) && isEmpty(next));
  if (!isGone) return { ...values, [head]: next } as T;
  if (!Object.hasOwn(values, head)) return target;
  const { [head]: _gone, ...rest } = values;
  return rest as T;
}

export function valueAt(target: unknown, path: Path): unknown {
  let value = target;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Values)[key];
  }
  return value;
}

const isEmpty = (values: Values) => Object.keys(values).length === 0;

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
