import { useState, type MouseEvent, type ReactNode } from 'react';
import { ColorSwatch, type ColorSwatchProps } from './ColorSwatch';
import styles from './Legend.module.css';
import { sortedItems, type LegendItem } from './legendItems';

export interface LegendProps {
  items: readonly LegendItem[];
  mode: 'list' | 'table';
  placement: 'bottom' | 'right';
  sortBy?: string;
  sortDesc?: boolean;
  onSort?: (sortBy: string, sortDesc: boolean) => void;
  /** A click shows this series alone, a click with Ctrl, Shift or Command switches it on or off. */
  onToggle?: (items: readonly LegendItem[], item: LegendItem, how: 'isolate' | 'toggle') => void;
  /** The pointer or the keyboard focus is on this series; null when it left. */
  onFocus?: (item: LegendItem | null) => void;
  shape?: ColorSwatchProps['shape'];
}

export function Legend(props: LegendProps) {
  const [local, setLocal] = useState<{ by: string; desc: boolean }>();
  const sort = local ?? { by: props.sortBy ?? '', desc: props.sortDesc ?? false };
  const items = sortedItems(props.items, sort.by, sort.desc);
  const onSort = (title: string) => {
    const desc = sort.by === title ? !sort.desc : title !== 'Name';
    setLocal({ by: title, desc });
    props.onSort?.(title, desc);
  };
  const className = `${styles.legend} ${styles[props.placement]} ${styles[props.mode]}`;
  if (props.mode === 'table') {
    return (
      <div className={className}>
        <LegendTable {...props} items={items} sort={sort} onSortBy={onSort} />
      </div>
    );
  }
  return (
    <ul className={className} aria-label="Legend">
      {items.map((item) => (
        <li key={item.id}>
          <LegendButton {...props} item={item}>
            {item.values.map((value) => (
              <span key={value.title} className={styles.value}>
                <span className={styles.calc}>{value.title}</span> {value.text}
              </span>
            ))}
          </LegendButton>
        </li>
      ))}
    </ul>
  );
}

interface LegendTableProps extends LegendProps {
  sort: { by: string; desc: boolean };
  onSortBy: (title: string) => void;
}

function LegendTable(props: LegendTableProps) {
  const { items, sort, onSortBy } = props;
  const titles = ['Name', ...(items[0]?.values.map((value) => value.title) ?? [])];
  return (
    <table className={styles.grid} aria-label="Legend">
      <thead>
        <tr>
          {titles.map((title) => (
            <th
              key={title}
              aria-sort={sort.by === title ? (sort.desc ? 'descending' : 'ascending') : undefined}
            >
              <button type="button" onClick={() => onSortBy(title)}>
                {title}
                {sort.by === title && <span aria-hidden="true">{sort.desc ? ' ↓' : ' ↑'}</span>}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <LegendButton {...props} item={item} />
            </td>
            {item.values.map((value) => (
              <td key={value.title}>{value.text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LegendButton(props: LegendProps & { item: LegendItem; children?: ReactNode }) {
  const { items, item, onToggle, onFocus, shape, children } = props;
  const onClick = (event: MouseEvent) =>
    onToggle?.(
      items,
      item,
      event.ctrlKey || event.metaKey || event.shiftKey ? 'toggle' : 'isolate',
    );
  const content = (
    <>
      <ColorSwatch color={item.color} shape={item.shape ?? shape} />
      <span className={styles.name}>{item.name}</span>
      {item.note && <span className={styles.calc}>{item.note}</span>}
      {children}
    </>
  );
  const focus = { onPointerEnter: () => onFocus?.(item), onPointerLeave: () => onFocus?.(null) };
  if (!onToggle) {
    return (
      <span className={styles.item} title={item.name} {...focus}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.clickable} ${item.hidden ? styles.off : ''}`}
      aria-pressed={!item.hidden}
      title={item.name}
      onClick={onClick}
      onFocus={() => onFocus?.(item)}
      onBlur={() => onFocus?.(null)}
      {...focus}
    >
      {content}
    </button>
  );
}
