import { useId, useState, type ClipboardEvent, type ReactNode } from 'react';
import { CornerDownRight, Ellipsis, Image, Trash2 } from 'lucide-react';
import { storedPatternProblem } from '../../../../../data/field/pattern';
import { ColorField, IconButton, Input, Menu, Select } from '../../../../../design';
import type { MappingUse } from './mappingCounts';
import {
  problemOf,
  SPECIAL_MATCHES,
  withKind,
  type MappingKind,
  type MappingRow,
} from './mappingRows';
import styles from './Mappings.module.css';

const KINDS: readonly { value: MappingKind; label: string }[] = [
  { value: 'value', label: 'Value' },
  { value: 'range', label: 'Range' },
  { value: 'regex', label: 'Regex' },
  { value: 'special', label: 'Special' },
];

const PLACEHOLDERS = { value: '0', range: '2 – 5', regex: '/^up/' };

interface Props {
  row: MappingRow;
  name: string;
  handle: ReactNode;
  use: MappingUse | undefined;
  /** Whether all values of the data were counted. */
  isComplete: boolean;
  hasData: boolean;
  onChange: (row: MappingRow) => void;
  onDone?: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onInsert: () => void;
  onRemove: () => void;
}

export function MappingRowEditor(props: Props): ReactNode {
  const { row, name, onChange, onDone } = props;
  const [hasIcon, setHasIcon] = useState(row.result.icon !== undefined);
  const problemId = useId();
  const problem = problemOf(row, storedPatternProblem);
  const setResult = (key: 'text' | 'color' | 'icon', text: string) => {
    const { [key]: _, ...rest } = row.result;
    onChange({ ...row, result: text === '' ? rest : { ...row.result, [key]: text } });
  };
  const menu = (
    <Menu
      label={`${name}: actions`}
      placement="bottom-end"
      items={[
        { label: 'Insert below', icon: CornerDownRight, onSelect: props.onInsert },
        ...(row.kind === 'unknown' || hasIcon
          ? []
          : [{ label: 'Add icon', icon: Image, onSelect: () => setHasIcon(true) }]),
        { label: 'Remove', icon: Trash2, onSelect: props.onRemove },
      ]}
      trigger={<IconButton size="sm" icon={Ellipsis} label={`${name}: actions`} />}
    />
  );
  if (row.kind === 'unknown')
    return (
      <div className={styles.row} data-row={row.id}>
        {props.handle}
        <code className={styles.unknown} tabIndex={0} data-match>
          {row.match}
        </code>
        <span />
        {menu}
      </div>
    );
  return (
    <div className={styles.row} data-row={row.id}>
      {props.handle}
      <Select
        size="sm"
        label={`${name}: condition`}
        value={row.kind}
        options={KINDS}
        onChange={(kind) => {
          onChange(withKind(row, kind));
          onDone?.();
        }}
      />
      {row.kind === 'special' ? (
        <Select
          size="sm"
          label={`${name}: special value`}
          data-match
          value={row.match}
          options={SPECIAL_MATCHES}
          onChange={(match) => {
            onChange({ ...row, match });
            onDone?.();
          }}
        />
      ) : (
        <Input
          size="sm"
          mono={row.kind === 'regex'}
          data-match
          aria-label={`${name}: match`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={PLACEHOLDERS[row.kind]}
          spellCheck={false}
          value={row.match}
          onChange={(match) => onChange({ ...row, match })}
          onBlur={onDone}
          onPaste={props.onPaste}
        />
      )}
      <Input
        size="sm"
        aria-label={`${name}: display text`}
        placeholder="Unchanged"
        value={row.result.text ?? ''}
        onChange={(text) => setResult('text', text)}
        onBlur={onDone}
        onPaste={props.onPaste}
      />
      <ColorField
        compact
        clearable
        label={`${name}: color`}
        value={row.result.color ?? ''}
        onChange={(color) => setResult('color', color)}
        onDone={onDone}
      />
      <Use {...props} />
      {menu}
      {hasIcon && (
        <Input
          size="sm"
          className={styles.icon}
          aria-label={`${name}: icon`}
          placeholder="Icon: name or path"
          value={row.result.icon ?? ''}
          onChange={(icon) => setResult('icon', icon)}
          onBlur={onDone}
        />
      )}
      {problem && (
        <div id={problemId} role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
    </div>
  );
}

/** How many values of the data the row gives a text to. */
function Use({ use, isComplete, hasData }: Pick<Props, 'use' | 'isComplete' | 'hasData'>) {
  if (!use || !hasData) return <span />;
  if (use.count > 0 || !isComplete)
    return (
      <span className={styles.count}>
        {isComplete ? '' : '≥ '}
        {use.count.toLocaleString('en')}
        <span className="vd-sr"> values</span>
      </span>
    );
  const reason =
    use.takenBy === undefined
      ? 'No value of the data matches'
      : `Mapping ${use.takenBy + 1} matches first`;
  return (
    <span className={styles.unused} data-tip={reason}>
      never used<span className="vd-sr">: {reason}</span>
    </span>
  );
}
