import { useMemo, type ReactNode } from 'react';
import { Check, ChevronDown, ScanEye, TriangleAlert } from 'lucide-react';
import type { FieldColor } from '../../../../../data';
import { Button, ColorField, moveFocus, Popover, Segmented, useTheme } from '../../../../../design';
import { seenAs, type Vision } from './colorVision';
import { isByValue, schemeLabel, schemes, type Scheme } from './schemes';
import type { EditorProps } from './types';
import { setVision, useVision } from './visionStore';
import styles from './ColorScheme.module.css';

type Stored = FieldColor | undefined;

/** The scheme of a field, its colour, or the value that a series takes its colour from. */
export function ColorSchemeEditor(props: EditorProps<Stored>): ReactNode {
  const { id, label, value, onChange, onDone, context } = props;
  const theme = useTheme();
  const { defaults } = context.fieldConfig;
  const config = useMemo(() => ({ ...defaults, color: value }), [defaults, value]);
  const all = useMemo(() => schemes(config, theme), [config, theme]);
  const mode = value?.mode ?? '';
  const current = all.find((scheme) => scheme.mode === mode);
  const choose = (next: string) => {
    onChange({ ...value, mode: next });
    onDone?.();
  };
  return (
    <div className={styles.editor}>
      <Popover
        label={`${label}: schemes`}
        matchWidth
        trigger={
          <Button
            id={id}
            className={styles.trigger}
            aria-label={`${label}: ${mode ? schemeLabel(mode) : 'Default'}`}
          >
            {current && <Strip scheme={current} />}
            <span className={styles.name}>{mode ? schemeLabel(mode) : 'Default'}</span>
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        {(close) => (
          <SchemeList label={label} all={all} mode={mode} onChoose={choose} onClose={close} />
        )}
      </Popover>
      {(mode === 'fixed' || mode === 'shades') && (
        <ColorField
          label={`${label}: color`}
          value={value?.fixedColor ?? ''}
          onChange={(fixedColor) => onChange({ ...value, mode, fixedColor })}
          onDone={onDone}
        />
      )}
      {isByValue(mode) && (
        <Segmented
          size="sm"
          fill
          label="Color series by"
          value={value?.seriesBy ?? 'last'}
          options={[
            { value: 'last', label: 'Last value' },
            { value: 'min', label: 'Min' },
            { value: 'max', label: 'Max' },
          ]}
          onChange={(seriesBy) => {
            onChange({ ...value, mode, seriesBy });
            onDone?.();
          }}
        />
      )}
    </div>
  );
}

interface ListProps {
  label: string;
  all: readonly Scheme[];
  mode: string;
  onChoose: (mode: string) => void;
  onClose: () => void;
}

function SchemeList({ label, all, mode, onChoose, onClose }: ListProps): ReactNode {
  const vision = useVision();
  const stop = all.some((scheme) => scheme.mode === mode) ? mode : all[0]?.mode;
  return (
    <div className={styles.list}>
      <div
        role="radiogroup"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onClose();
          } else moveFocus(event, '[role=radio]')?.click();
        }}
      >
        {(['By series', 'By value'] as const).map((group) => (
          <div key={group} role="presentation">
            <div className={styles.head}>{group}</div>
            {all
              .filter((scheme) => scheme.group === group)
              .map((scheme) => (
                <button
                  key={scheme.mode}
                  type="button"
                  role="radio"
                  aria-checked={scheme.mode === mode}
                  tabIndex={scheme.mode === stop ? 0 : -1}
                  data-autofocus={scheme.mode === stop || undefined}
                  className={styles.scheme}
                  onClick={() => scheme.mode !== mode && onChoose(scheme.mode)}
                >
                  <span className={styles.check}>
                    {scheme.mode === mode && <Check size={14} aria-hidden />}
                  </span>
                  <Strip scheme={scheme} vision={vision} />
                  <span className={styles.name}>{scheme.label}</span>
                  <Mark confused={scheme.confusedBy} />
                </button>
              ))}
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <span>Preview as seen with</span>
        <Segmented
          size="sm"
          fill
          label="Color vision of the preview"
          value={vision ?? 'full'}
          options={[
            { value: 'full', label: 'Full' },
            { value: 'protanopia', label: 'Protan', description: 'Protanopia' },
            { value: 'deuteranopia', label: 'Deutan', description: 'Deuteranopia' },
            { value: 'tritanopia', label: 'Tritan', description: 'Tritanopia' },
          ]}
          onChange={(next) => setVision(next === 'full' ? undefined : (next as Vision))}
        />
      </div>
    </div>
  );
}

function Strip({ scheme, vision }: { scheme: Scheme; vision?: Vision }): ReactNode {
  return (
    <span className={styles.strip} aria-hidden>
      {scheme.colors.map((color, index) => (
        <i key={index} style={{ background: seenAs(color, vision) }} />
      ))}
    </span>
  );
}

function Mark({ confused }: { confused: Vision[] | undefined }): ReactNode {
  if (!confused) return <span />;
  if (confused.length === 0)
    return (
      <span className={styles.safe} data-tip="Distinct with every color vision deficiency">
        <ScanEye size={15} aria-hidden />
        <span className="vd-sr">, distinct with every color vision deficiency</span>
      </span>
    );
  const reason = `Hard to tell apart with ${confused.join(', ')}`;
  return (
    <span className={styles.unsafe} data-tip={reason}>
      <TriangleAlert size={14} aria-hidden />
      <span className="vd-sr">, {reason.toLowerCase()}</span>
    </span>
  );
}
