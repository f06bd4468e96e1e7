import { Suspense, useMemo, type ReactNode } from 'react';
import { Card, EmptyState, Fields, SkeletonRows } from '../../../design';
import { useSourceUi } from '../../../plugins/datasources';
import { SchemaControl } from '../../../plugins/SchemaControl';
import { schemaFields } from '../../../plugins/schemaFields';
import { bootSources } from '../../../querying/bootSources';
import type { KindDetails } from '../kinds';
import type { PartProps } from './formParts';

export interface KindSettingsProps extends PartProps {
  kind: KindDetails;
  readOnly: boolean;
}

const STORED = 'Configured (stored encrypted). Enter a value to replace it.';

/**
 * The settings that only this kind has: by its own editor, or by a form made from the schema of its
 * settings.
 */
export function KindSettings(props: KindSettingsProps): ReactNode {
  const { kind, draft, changeJson, changeSecret, readOnly } = props;
  const page = useSourceUi(kind.id);
  const sources = useMemo(() => bootSources().list, []);
  if (kind.loadError || page.state === 'failed') {
    return (
      <Card title={kind.name}>
        <EmptyState
          tone="error"
          title="The settings of this data source type cannot be shown"
          code={page.state === 'failed' ? page.message : kind.loadError}
        />
      </Card>
    );
  }
  if (page.state === 'loading') return <SkeletonRows rows={3} />;
  const ConfigEditor = page.state === 'ready' ? page.ui.ConfigEditor : undefined;
  if (!ConfigEditor) return <GeneratedSettings {...props} />;
  return (
    <Card title={kind.name}>
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <ConfigEditor
          jsonData={draft.source.jsonData}
          secretKeys={Object.keys(draft.stored).filter((key) => draft.stored[key])}
          onJsonChange={changeJson}
          onSecretChange={changeSecret}
          sources={sources}
          readOnly={readOnly}
        />
      </Suspense>
    </Card>
  );
}

function GeneratedSettings({ kind, draft, changeJson }: KindSettingsProps): ReactNode {
  const fields = useMemo(() => schemaFields(kind.settingsSchema ?? {}), [kind.settingsSchema]);
  if (fields.length === 0) return null;
  return (
    <Card title={kind.name}>
      <Fields columns={2}>
        {fields.map((field) => (
          <SchemaControl
            key={field.key}
            field={draft.stored[field.key] ? { ...field, hint: STORED } : field}
            value={
              draft.source.jsonData[field.key] ??
              (draft.stored[field.key] ? undefined : field.default)
            }
            onChange={(value) => changeJson({ [field.key]: value })}
          />
        ))}
      </Fields>
    </Card>
  );
}
