/**
 * The engine whose time grows with the length of the text alone. A file of its own, loaded where it
 * is needed.
 */
import { RE2JS } from 're2js';

/** The match from `start` on, as `RegExp.exec` gives it. */
export type Find = (text: string, start: number) => RegExpExecArray | null;

/** Throws for what the engine does not have: look-around, backreferences, very large counts. */
export function compileLinear(source: string, flags: string): Find {
  const options =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0);
  const engine = RE2JS.compile(RE2JS.translateRegExp(source), options);
  const groups = engine.groupCount();
  const names = Object.entries(engine.namedGroups());
  return (text, start) => {
    const matcher = engine.matcher(text);
    if (!matcher.find(start)) return null;
    const parts = Array.from(
      { length: groups + 1 },
      (_, group) => matcher.group(group) ?? undefined,
    );
    const named = Object.fromEntries(names.map(([name, group]) => [name, parts[group]]));
    return Object.assign(parts, {
      index: matcher.start(),
      input: text,
      groups: names.length > 0 ? named : undefined,
    }) as RegExpExecArray;
  };
}
