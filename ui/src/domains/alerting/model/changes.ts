/** What differs between two versions of a rule, place by place. Pure. */
export interface Change {
  /** `data[0].model.expr`. */
  path: string;
  kind: 'add' | 'remove' | 'change';
  old?: unknown;
  new?: unknown;
}

/** Set by the server with every save. */
const SET_BY_SERVER = new Set(['id', 'updated', 'version', 'updated_by', 'updatedBy']);

export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => path !== '' || !SET_BY_SERVER.has(key),
    );
    return keys.flatMap((key) =>
      changesBetween(before[key], after[key], below(path, key, Array.isArray(after))),
    );
  }
  if (before === undefined || before === null)
    return after === undefined || after === null ? [] : [{ path, kind: 'add', new: after }];
  if (after === undefined || after === null) return [{ path, kind: 'remove', old: before }];
  return [{ path, kind: 'change', old: before, new: after }];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function below(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}
