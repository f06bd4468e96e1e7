/** What may be done with a rule, from a list or from its own page. */
import { useState, type ReactElement, type ReactNode } from 'react';
import {
  BellOff,
  CirclePause,
  CirclePlay,
  Copy,
  Download,
  Ellipsis,
  Eye,
  Pencil,
  ScrollText,
  Trash2,
} from 'lucide-react';
import { ConfirmDialog, IconButton, Menu, type MenuItem } from '../../../design';
import { can } from '../../../kernel/boot';
import { useDeleteRule, usePauseRule } from '../api';
import { copyUrl, editUrl, notificationHistoryUrl, ruleUrl, silenceUrl } from '../model/addresses';
import { ruleExport } from '../model/exports';
import { readOnlyReason, silencedLabels, type ListedRule } from '../model/rules';
import { ExportDialog } from '../parts/ExportDialog';

export interface RuleMenuProps {
  rule: { uid: string; title: string; isPaused: boolean; provenance: string };
  /**
   * Set on the rule's own page: it is not offered to go there, and left when the rule is deleted.
   */
  onDeleted?: () => void;
  trigger?: ReactElement<object>;
}

export function RuleMenu({ rule, onDeleted, trigger }: RuleMenuProps): ReactNode {
  const [dialog, setDialog] = useState<'delete' | 'export' | null>(null);
  const { uid, title, isPaused, provenance } = rule;
  const pause = usePauseRule();
  const remove = useDeleteRule(() => {
    setDialog(null);
    onDeleted?.();
  });
  const mayWrite = can('alerting:write') && readOnlyReason(provenance, true) === undefined;
  const items: MenuItem[] = [
    ...(onDeleted ? [] : [{ label: 'View', icon: Eye, href: ruleUrl(uid) }]),
    ...(mayWrite ? [{ label: 'Edit', icon: Pencil, href: editUrl(uid) }] : []),
    ...(mayWrite
      ? [
          {
            label: isPaused ? 'Resume evaluation' : 'Pause evaluation',
            icon: isPaused ? CirclePlay : CirclePause,
            onSelect: () => pause.mutate({ uid, paused: !isPaused }),
          },
        ]
      : []),
    ...(can('alerting:write')
      ? [
          { label: 'Silence', icon: BellOff, href: silenceUrl({ __alert_rule_uid__: uid }) },
          { label: 'Duplicate', icon: Copy, href: copyUrl(uid) },
        ]
      : []),
    {
      label: 'Notification history',
      icon: ScrollText,
      href: notificationHistoryUrl({ rule: uid }),
    },
    { label: 'Export', icon: Download, onSelect: () => setDialog('export') },
    ...(mayWrite && can('alerting:delete')
      ? ([
          'separator',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setDialog('delete') },
        ] as const)
      : []),
  ];
  return (
    <>
      <Menu
        label={`Menu of ${title}`}
        placement="bottom-end"
        items={items}
        trigger={
          trigger ?? (
            <IconButton
              size="sm"
              icon={Ellipsis}
              label={`Menu of ${title}`}
              busy={pause.isPending}
            />
          )
        }
      />
      {dialog === 'export' && (
        <ExportDialog name={title} path={ruleExport(uid)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${title}?`}
          confirm="Delete alert rule"
          danger
          busy={remove.isPending}
          onClose={() => setDialog(null)}
          onConfirm={() => remove.mutate(uid)}
        >
          Its firing alerts resolve, and the resolved notifications are sent.
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * The menu of a rule that a data source keeps. Its alerts are notified, and silenced, by the
 * Alertmanager of that source.
 */
export function ForeignRuleMenu({ rule }: { rule: ListedRule }): ReactNode {
  const { title, alertmanager, isRecording } = rule;
  if (!alertmanager || isRecording || !can('alerting:write')) return null;
  return (
    <Menu
      label={`Menu of ${title}`}
      placement="bottom-end"
      items={[
        { label: 'Silence', icon: BellOff, href: silenceUrl(silencedLabels(rule), alertmanager) },
      ]}
      trigger={<IconButton size="sm" icon={Ellipsis} label={`Menu of ${title}`} />}
    />
  );
}
