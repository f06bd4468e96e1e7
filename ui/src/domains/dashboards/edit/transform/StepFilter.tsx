import type { ReactNode } from 'react';
import type { Frame, MatcherConfig } from '../../../../data';
import { Combobox, Field, Input } from '../../../../design';
import { queryIds } from './forms/choices';
import { expressionOf, queriesOf } from './forms/controls';

export interface StepFilterProps {
  filter?: MatcherConfig;
  before: readonly Frame[];
  onChange: (filter: MatcherConfig | undefined) => void;
}

/** The frames that a step applies to; others pass it unchanged. */
export function StepFilter({ filter, before, onChange }: StepFilterProps): ReactNode {
  const text = typeof filter?.options === 'string' ? filter.options : '';
  if (filter && filter.id !== 'byRefId')
    return (
      <Field label={`Frames (${filter.id})`} hint="Empty to apply the step to all frames.">
        <Input
          mono
          value={text}
          onChange={(options) => onChange(options ? { ...filter, options } : undefined)}
        />
      </Field>
    );
  return (
    <Field label="Apply to queries">
      <Combobox
        multi
        allowCustom
        label="Apply to queries"
        placeholder="All queries"
        value={queriesOf(text)}
        options={queryIds(before).map((value) => ({ value, label: value }))}
        onChange={(queries) =>
          onChange(
            queries.length > 0
              ? { ...filter, id: 'byRefId', options: expressionOf(queries) }
              : undefined,
          )
        }
      />
    </Field>
  );
}
