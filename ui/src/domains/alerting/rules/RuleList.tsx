/** Folders, groups and rules as one long list of which only what is in view is in the document. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ChevronDown, ChevronRight, Download, Folder } from 'lucide-react';
import { IconButton } from '../../../design';
import { ALERT_STATES, type AlertState } from '../../../sdk/alertStates';
import { RULES_EXPORT } from '../model/exports';
import type { ListedRule } from '../model/rules';
import { rowsOf, type Row, type Section } from '../model/search';
import { ExportDialog, type Exported } from '../parts/ExportDialog';
import { useZone } from '../parts/useZone';
import { StateCounts } from '../parts/StateTag';
import { RuleRow } from './RuleRow';
import styles from './Rules.module.css';

export interface RuleListProps {
  label: string;
  rules: readonly ListedRule[];
  nameOfSource: (uid: string) => string;
}

const HEIGHTS: Record<Row['kind'], number> = { folder: 40, group: 34, rule: 48 };

export const RuleList = memo(function RuleList({
  label,
  rules,
  nameOfSource,
}: RuleListProps): ReactNode {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(rules, folded), [rules, folded]);
  const timeZone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), [rows.length]);
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? 'rule'],
    getItemKey: (index) => keyOf(rows[index], index),
    scrollMargin: top,
    overscan: 12,
  });
  const toggle = (key: string) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <div
      ref={box}
      role="list"
      aria-label={label}
      className={styles.list}
      style={{ height: list.getTotalSize() }}
    >
      {list.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {row.kind === 'rule' ? (
                <RuleRow rule={row.rule} timeZone={timeZone} nameOfSource={nameOfSource} />
              ) : (
                <SectionHead
                  section={row.section}
                  isOpen={row.isOpen}
                  onToggle={() => toggle(row.section.key)}
                />
              )}
            </div>
          )
        );
      })}
    </div>
  );
});

function keyOf(row: Row | undefined, index: number): string | number {
  if (!row) return index;
  return row.kind === 'rule' ? `rule ${row.rule.key}` : `${row.kind} ${row.section.key}`;
}

const SHOWN = ALERT_STATES.filter((state) => state !== 'normal');

function SectionHead({
  section,
  isOpen,
  onToggle,
}: {
  section: Section;
  isOpen: boolean;
  onToggle: () => void;
}): ReactNode {
  const { kind, title, rules, interval } = section;
  const [isExporting, setExporting] = useState(false);
  const exported = exportedOf(section);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={styles.section} data-kind={kind}>
      <button
        type="button"
        className={kind === 'folder' ? styles.folder : styles.group}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Chevron size={15} aria-hidden />
        {kind === 'folder' && <Folder size={15} aria-hidden />}
        <strong>{title}</strong>
        <small>
          {rules.length.toLocaleString()} {rules.length === 1 ? 'rule' : 'rules'}
          {kind === 'group' && interval && ` · every ${interval}`}
        </small>
        <span className={styles.sum}>
          <StateCounts counts={rulesByState(rules)} states={SHOWN} />
        </span>
      </button>
      {exported && (
        <IconButton
          size="sm"
          icon={Download}
          label={`Export ${exported.name}`}
          onClick={() => setExporting(true)}
        />
      )}
      {exported && isExporting && (
        <ExportDialog {...exported} onClose={() => setExporting(false)} />
      )}
    </div>
  );
}

/** Undefined for rules that a data source keeps: those have no uid. */
function exportedOf({ kind, title, rules: [first] }: Section): Exported | undefined {
  if (!first?.uid || !first.folderUid) return undefined;
  const query = { folderUid: first.folderUid, ...(kind === 'group' ? { group: title } : {}) };
  return { name: `the ${kind} ${title}`, path: RULES_EXPORT, query };
}

function rulesByState(rules: readonly ListedRule[]): Record<AlertState, number> {
  const counts: Record<AlertState, number> = {
    firing: 0,
    recovering: 0,
    pending: 0,
    error: 0,
    nodata: 0,
    normal: 0,
  };
  for (const { state, isPaused } of rules) if (state && !isPaused) counts[state] += 1;
  return counts;
}
