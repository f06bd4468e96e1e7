/** Position and size as numbers and presets, of one panel or of several at once. */
import { type ReactNode } from 'react';
import { Segmented } from '../../../../design/components/Segmented';
import { NumberField } from '../../../../design/components/NumberField';
import { COLUMNS } from '../../model/layout';
import { setPlace } from '../draft/commands/layout';
import { useDraftModel, useDraftStore } from '../draft/context';
import { findBlock, readArrangement, type Rect, type ValuesOf } from '../model/arrange/arrangement';
import { HEIGHTS, WIDTHS } from '../model/arrange/steps';
import styles from './Pane.module.css';

export interface PlaceFieldsProps {
  ids: readonly number[];
  valuesOf: ValuesOf;
  /** Shows the widths only, with this heading. */
  onlyWidths?: string;
}

const FIELDS = [
  ['x', 'X', 'Column, from 0'],
  ['y', 'Y', 'Line in its row, from 0'],
  ['w', 'W', 'Width in columns'],
  ['h', 'H', 'Height in lines'],
] as const;

export function PlaceFields({ ids, valuesOf, onlyWidths }: PlaceFieldsProps): ReactNode {
  const store = useDraftStore();
  const model = useDraftModel();
  const arrangement = readArrangement(model.panels, valuesOf);
  const blocks = ids.flatMap((id) => findBlock(arrangement, id)?.block ?? []);
  const set = (rect: Partial<Rect>) => store.run(setPlace(store.get().model, valuesOf, ids, rect));
  const preset = (rect: Partial<Rect>) => {
    set(rect);
    store.closeStep();
  };
  /** Undefined where the panels differ. */
  const shared = (key: keyof Rect) => {
    const [first, ...rest] = blocks.map((block) => block[key]);
    return rest.every((value) => value === first) ? first : undefined;
  };
  const widths = (
    <Segmented
      fill
      label="Width"
      value={String(shared('w'))}
      options={Object.entries(WIDTHS).map(([label, w]) => ({ value: String(w), label }))}
      onChange={(w) => preset({ w: Number(w) })}
    />
  );
  if (onlyWidths)
    return (
      <section className={styles.section}>
        <h3>{onlyWidths}</h3>
        {widths}
      </section>
    );
  return (
    <section className={styles.section}>
      <h3>Position and size</h3>
      <div className={styles.place}>
        {FIELDS.map(([key, letter, name]) => (
          <label key={key} data-tip={name}>
            <span aria-hidden>{letter}</span>
            <NumberField
              label={name}
              min={key === 'w' || key === 'h' ? 1 : 0}
              max={key === 'w' || key === 'x' ? COLUMNS : undefined}
              value={shared(key) ?? null}
              placeholder={shared(key) === undefined ? 'Mixed' : undefined}
              onChange={(value) => value !== null && set({ [key]: value })}
              onDone={() => store.closeStep()}
            />
          </label>
        ))}
      </div>
      {widths}
      <Segmented
        fill
        label="Height"
        value={String(shared('h'))}
        options={Object.entries(HEIGHTS).map(([label, h]) => ({ value: String(h), label }))}
        onChange={(h) => preset({ h: Number(h) })}
      />
    </section>
  );
}
