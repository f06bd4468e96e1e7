/** Edited JSON: the object it holds, or one sentence about what is wrong. */
export type Parsed = { model: Record<string, unknown> } | { problem: string };

export function parseModel(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      problem: `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'Enter a JSON object.' };
  return { model: value as Record<string, unknown> };
}
