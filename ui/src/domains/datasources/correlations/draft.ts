/** The state of the correlation form, and how it becomes what the server stores. Pure. */
import {
  expressionProblem,
  variablesOf,
  variablesWanted,
  type Correlation,
  type CorrelationStep,
} from '../../../querying/correlations';

export interface CorrelationDraft {
  sourceUid: string;
  field: string;
  targetUid: string;
  /** A query of the target, without its refId. */
  target: Record<string, unknown>;
  steps: readonly CorrelationStep[];
  label: string;
  description: string;
}

export interface Problems {
  source?: string;
  field?: string;
  target?: string;
  /** By position. */
  steps: (string | undefined)[];
}

export function newCorrelation(): CorrelationDraft {
  return {
    sourceUid: '',
    field: '',
    targetUid: '',
    target: {},
    steps: [],
    label: '',
    description: '',
  };
}

export function draftOf({
  sourceUID,
  targetUID,
  label = '',
  description = '',
  config,
}: Correlation): CorrelationDraft {
  return {
    sourceUid: sourceUID,
    field: config.field,
    targetUid: targetUID,
    target: config.target,
    steps: config.transformations ?? [],
    label,
    description,
  };
}

export function bodyOf({ targetUid, field, target, steps, label, description }: CorrelationDraft) {
  return {
    targetUID: targetUid,
    label: label.trim(),
    description: description.trim(),
    config: { type: 'query', field: field.trim(), target, transformations: steps.map(stored) },
  };
}

function stored({ type, field, expression, mapValue }: CorrelationStep): CorrelationStep {
  return {
    type,
    ...(field?.trim() ? { field: field.trim() } : {}),
    ...(type === 'regex' ? { expression: expression ?? '' } : {}),
    ...(type === 'regex' && mapValue?.trim() ? { mapValue: mapValue.trim() } : {}),
  };
}

export function problemsOf({ sourceUid, field, targetUid, steps }: CorrelationDraft): Problems {
  return {
    ...(sourceUid ? {} : { source: 'Choose a source data source.' }),
    ...(field.trim() ? {} : { field: 'Enter a field.' }),
    ...(targetUid ? {} : { target: 'Choose a target data source.' }),
    steps: steps.map((step) =>
      step.type === 'regex' ? expressionProblem(step.expression ?? '') : undefined,
    ),
  };
}

export function isComplete({ source, field, target, steps }: Problems): boolean {
  return !source && !field && !target && steps.every((step) => step === undefined);
}

export interface Preview {
  found: { name: string; value: string }[];
  /** Variables of the query that the sample does not give: fields of the row have to. */
  missing: string[];
}

export function previewOf({ steps, field, target }: CorrelationDraft, sample: string): Preview {
  const name = field.trim();
  const found = sample ? variablesOf(steps.map(stored), name, sample) : {};
  const known = { ...(sample && name ? { [name]: sample } : {}), ...found };
  return {
    found: Object.entries(found).map(([key, value]) => ({ name: key, value })),
    missing: variablesWanted(target).filter((wanted) => !known[wanted]),
  };
}
