import { useState, type ComponentType, type ReactNode } from 'react';
import { Button, NoticeBar } from '../../../../../design';
import { PanelBoundary } from '../../../../../plugins/PanelBoundary';
import { JsonEditor } from './JsonEditor';
import type { DefinitionOf, EditorContext, EditorProps } from './types';
import styles from './editors.module.css';

type Props = EditorProps<unknown, DefinitionOf<'custom'>>;

interface ComponentProps {
  value: unknown;
  onChange: (value: unknown) => void;
  context: Pick<EditorContext, 'frames' | 'options' | 'fieldConfig'>;
}

/** The component a plugin brings. Where it fails, the value can still be edited as JSON. */
export function CustomEditor(props: Props): ReactNode {
  const { label, value, onChange, definition, context } = props;
  const [isJson, setJson] = useState(false);
  const Component = definition.component as unknown as ComponentType<ComponentProps>;
  if (isJson)
    return (
      <>
        <JsonEditor {...props} />
        <Button size="sm" variant="ghost" onClick={() => setJson(false)}>
          Use the editor
        </Button>
      </>
    );
  return (
    <PanelBoundary
      resetKey={value}
      renderFailure={(message) => (
        <NoticeBar
          tone="warn"
          actions={
            <Button size="sm" onClick={() => setJson(true)}>
              Edit as JSON
            </Button>
          }
        >
          The editor of “{label}” failed: {message}
        </NoticeBar>
      )}
    >
      <div className={styles.custom} onBlur={props.onDone}>
        <Component value={value} onChange={onChange} context={context} />
      </div>
    </PanelBoundary>
  );
}
