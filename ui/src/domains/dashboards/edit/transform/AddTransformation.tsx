import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import type { Frame } from '../../../../data';
import { Dialog, moveFocus, SearchInput } from '../../../../design';
import { searchTransforms, sketchTables, type Offer } from './catalogue';
import styles from './Add.module.css';

export interface AddTransformationProps {
  /** The frames that the new step would get. */
  frames: readonly Frame[];
  onAdd: (id: string) => void;
  onClose: () => void;
}

export function AddTransformation({ frames, onAdd, onClose }: AddTransformationProps): ReactNode {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const offers = useMemo(() => searchTransforms(wanted, frames), [wanted, frames]);
  return (
    <Dialog title="Add transformation" size="lg" onClose={onClose}>
      <div
        onKeyDown={(event) => {
          const isInList = event.target instanceof HTMLButtonElement;
          if (isInList || event.key === 'ArrowDown') moveFocus(event, `.${styles.offer}`);
        }}
      >
        <SearchInput
          label="Search transformations"
          placeholder="Search, for example pivot or rename"
          data-autofocus
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            const [first] = searchTransforms(text, frames);
            if (event.key !== 'Enter' || !first) return;
            event.preventDefault();
            onAdd(first.info.id);
          }}
        />
        <div role="status" className="vd-sr">
          {offers.length} transformations
        </div>
        <ul className={styles.offers} aria-label="Transformations">
          {offers.map((offer) => (
            <li key={offer.info.id}>
              <OfferButton offer={offer} onAdd={onAdd} />
            </li>
          ))}
        </ul>
        {offers.length === 0 && (
          <p className={styles.none}>No transformation matches "{wanted}".</p>
        )}
      </div>
    </Dialog>
  );
}

function OfferButton({ offer, onAdd }: { offer: Offer; onAdd: (id: string) => void }): ReactNode {
  const { info, reason } = offer;
  const [before, after] = info.sketch;
  return (
    <button
      type="button"
      className={styles.offer}
      data-unfit={reason ? true : undefined}
      onClick={() => onAdd(info.id)}
    >
      <span className={styles.words}>
        <strong>{info.name}</strong>
        <span>{info.description}</span>
        {reason && <span className={styles.reason}>This {reason}.</span>}
      </span>
      <span className={styles.sketch} aria-hidden>
        <Sketch text={before} />
        <ArrowRight size={12} />
        <Sketch text={after} />
      </span>
    </button>
  );
}

function Sketch({ text }: { text: string }): ReactNode {
  return (
    <span className={styles.tables}>
      {sketchTables(text).map((rows, index) => (
        <span
          key={index}
          className={styles.table}
          style={{ gridTemplateColumns: `repeat(${rows[0]?.length ?? 1}, auto)` }}
        >
          {rows.flat().map((cell, at) => (
            <span key={at} data-head={at < (rows[0]?.length ?? 0) || undefined}>
              {cell}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
