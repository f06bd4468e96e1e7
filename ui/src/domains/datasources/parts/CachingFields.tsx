import type { ReactNode } from 'react';
import { Field, Fields, Input } from '../../../design';
import type { PartProps } from './formParts';

const KEY = 'queryCachingTTL';

/** How long answers may be kept; stored in milliseconds. */
export function CachingFields({ draft, changeJson }: PartProps): ReactNode {
  const stored = draft.source.jsonData[KEY];
  return (
    <Fields columns={2}>
      <Field
        label="Cache TTL"
        optional
        hint="Seconds that results stay in the query cache. 0 turns caching off. Leave empty for the server default."
      >
        <Input
          type="number"
          min={0}
          value={typeof stored === 'number' ? String(stored / 1000) : ''}
          placeholder="server default"
          onChange={(text) =>
            changeJson({ [KEY]: text.trim() === '' ? undefined : Math.max(0, Number(text)) * 1000 })
          }
        />
      </Field>
    </Fields>
  );
}
