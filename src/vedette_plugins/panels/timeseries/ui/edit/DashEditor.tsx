import { Combobox, type CustomEditorProps } from '@vedette/sdk';

const DASHES = [
  [10, 10],
  [10, 15],
  [10, 20],
  [10, 25],
  [10, 30],
  [10, 40],
  [15, 10],
  [20, 10],
  [25, 10],
  [30, 10],
  [40, 10],
  [50, 10],
  [5, 10],
  [30, 3, 3],
];
const DOTS = [
  [0, 10],
  [0, 20],
  [0, 30],
  [0, 40],
  [0, 3, 3],
];

const OPTIONS = [
  ...DASHES.map((dash) => ({
    value: dash.join(', '),
    label: `Dash ${dash.join(', ')}`,
  })),
  ...DOTS.map((dash) => ({
    value: dash.join(', '),
    label: `Dots ${dash.join(', ')}`,
  })),
];

/** Lengths of lines and gaps, in turn; `null` for the usual ones of the line style. */
export function DashEditor({
  value,
  onChange,
  label = 'Dashes',
}: CustomEditorProps<number[] | null>) {
  return (
    <Combobox
      label={label}
      placeholder="Default"
      options={OPTIONS}
      value={value ? [value.join(', ')] : []}
      allowCustom
      onChange={([text = '']) => {
        const lengths = lengthsOf(text);
        if (lengths) onChange(lengths);
      }}
    />
  );
}

function lengthsOf(text: string): number[] | undefined {
  const lengths = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const isValid = lengths.length > 0 && lengths.every((length) => length >= 0);
  return isValid ? lengths : undefined;
}
