import type { CustomEditorProps } from '@vedette/sdk';
import type { ArcOption } from '../arcOption';
import styles from './ArcsEditor.module.css';

/** Which fields draw the ring of a node, and in which colours. */
export function ArcsEditor({ value, onChange }: CustomEditorProps<ArcOption[]>) {
  const change = (index: number, patch: ArcOption) =>
    onChange(value.map((arc, at) => (at === index ? { ...arc, ...patch } : arc)));
  return (
    <div className={styles.arcs}>
      {value.map(({ field = '', color = '' }, index) => (
        <div key={index}>
          <input
            aria-label={`Field of section ${index + 1}`}
            placeholder="Field"
            value={field}
            onChange={(event) => change(index, { field: event.target.value })}
          />
          <input
            aria-label={`Color of section ${index + 1}`}
            placeholder="green"
            value={color}
            onChange={(event) => change(index, { color: event.target.value })}
          />
          <button
            type="button"
            aria-label={`Remove section ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...value, {}])}>
        Add section
      </button>
    </div>
  );
}
