import { useId, type ReactNode } from 'react';
import { ExternalLink, Trash2 } from 'lucide-react';
import type { DataLink } from '../../../../../data';
import { pageUrl } from '../../../../../kernel/api';
import { IconButton, Switch } from '../../../../../design';
import { LinkTarget } from './LinkTarget';
import { resolvedUrl, type LinkVariable } from './linkVariables';
import type { EditorContext } from './types';
import { VariableInput } from './VariableInput';
import styles from './Links.module.css';

/** The flag is stored by later versions; here it is kept and can be set. */
export type StoredLink = DataLink & { oneClick?: boolean };

interface Props {
  link: StoredLink;
  name: string;
  handle: ReactNode;
  variables: readonly LinkVariable[];
  context: EditorContext;
  onChange: (link: StoredLink) => void;
  onDone?: () => void;
  onRemove: () => void;
}

/** A flag that is off is not stored, unless it was. */
function withFlag(link: StoredLink, key: 'targetBlank' | 'oneClick', on: boolean): StoredLink {
  const { [key]: stored, ...rest } = link;
  return on || stored !== undefined ? { ...link, [key]: on } : (rest as StoredLink);
}

export function LinkEditor(props: Props): ReactNode {
  const { link, name, handle, variables, context, onChange, onDone, onRemove } = props;
  const urlId = useId();
  const resolved = link.internal ? undefined : resolvedUrl(link, context);
  const problem = resolved && 'problem' in resolved ? resolved.problem : undefined;
  const isEmpty = !link.internal && (link.url ?? '').trim() === '';
  const flag = (key: 'targetBlank' | 'oneClick') => (on: boolean) => {
    onChange(withFlag(link, key, on));
    onDone?.();
  };
  return (
    <div className={styles.link} data-link>
      <div className={styles.title}>
        {handle}
        <VariableInput
          label={`${name}: title`}
          placeholder="Title"
          value={link.title ?? ''}
          variables={variables}
          onChange={(title) => onChange({ ...link, title })}
          onDone={onDone}
        />
        <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      </div>
      {link.internal ? (
        <div className={styles.resolved}>
          Opens a query of {link.internal.datasourceName || link.internal.datasourceUid} in Explore.
        </div>
      ) : (
        <>
          <VariableInput
            label={`${name}: URL`}
            mono
            rows={2}
            placeholder="/d/abc?var-service=${service}"
            value={link.url ?? ''}
            variables={variables}
            invalid={problem !== undefined && !isEmpty}
            describedBy={urlId}
            onChange={(url) => onChange({ ...link, url })}
            onDone={onDone}
          />
          <div
            id={urlId}
            role={problem && !isEmpty ? 'alert' : undefined}
            className={problem ? (isEmpty ? styles.hint : styles.problem) : styles.resolved}
          >
            {resolved && 'url' in resolved ? resolved.url : problem}
          </div>
        </>
      )}
      <div className={styles.foot}>
        <Switch
          label="Open in new tab"
          checked={link.targetBlank ?? false}
          onChange={flag('targetBlank')}
        />
        <Switch label="One click" checked={link.oneClick ?? false} onChange={flag('oneClick')} />
        {!link.internal && (
          <LinkTarget
            name={name}
            onChoose={(url) => {
              onChange({ ...link, url });
              onDone?.();
            }}
          />
        )}
        {resolved && 'url' in resolved && (
          <a
            className={styles.open}
            href={pageUrl(resolved.url)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <ExternalLink size={13} aria-hidden />
            Open it<span className="vd-sr">: {name}</span>
          </a>
        )}
      </div>
    </div>
  );
}
