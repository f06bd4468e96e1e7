/** When points are connected across missing values, and when they are not connected. */
import { useState, type ReactNode } from 'react';
import { formatDuration, parseDuration } from '../../data/time/duration';
import { Input, Select } from '../../design';
import type { CustomEditorProps } from '../options';
import { InlineFields } from './InlineField';

type Mode = 'never' | 'always' | 'threshold';

const HOUR = 3_600_000;

/** `false`, `true`, or the longest gap in milliseconds that is bridged. */
export function SpanNullsEditor(props: CustomEditorProps<boolean | number>): ReactNode {
  return (
    <NullsEditor
      label="Connect missing values"
      {...props}
      words={{ never: 'Never', always: 'Always', threshold: 'Gaps shorter than' }}
    />
  );
}

/** `false`, or the longest distance of points in milliseconds that is no gap. */
export function InsertNullsEditor(props: CustomEditorProps<boolean | number>): ReactNode {
  return (
    <NullsEditor
      label="Disconnect values"
      {...props}
      words={{ never: 'Never', threshold: 'Gaps longer than' }}
    />
  );
}

interface NullsEditorProps extends CustomEditorProps<boolean | number> {
  label: string;
  words: Partial<Record<Mode, string>>;
}

function NullsEditor({ value, onChange, label, words }: NullsEditorProps): ReactNode {
  const modes = Object.entries(words) as [Mode, string][];
  const mode: Mode = typeof value === 'number' ? 'threshold' : value ? 'always' : 'never';
  return (
    <InlineFields>
      <Select
        label={label}
        value={mode}
        options={modes.map(([each, text]) => ({ value: each, label: text }))}
        onChange={(next) => onChange(next === 'threshold' ? HOUR : next === 'always')}
      />
      {typeof value === 'number' && (
        <Threshold key={value} label={words.threshold ?? label} value={value} onChange={onChange} />
      )}
    </InlineFields>
  );
}

interface ThresholdProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Threshold({ label, value, onChange }: ThresholdProps): ReactNode {
  const [text, setText] = useState(() => formatDuration(value));
  const duration = parseDuration(text);
  const isValid = duration > 0;
  return (
    <Input
      aria-label={label}
      aria-invalid={!isValid || undefined}
      value={text}
      onChange={setText}
      onBlur={() => isValid && duration !== value && onChange(duration)}
    />
  );
}
