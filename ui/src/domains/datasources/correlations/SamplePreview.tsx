import { useState, type ReactNode } from 'react';
import { Field, Table, TextArea } from '../../../design';
import { previewOf, type CorrelationDraft } from './draft';
import styles from './Correlations.module.css';

/** What the transformations find in a value that was pasted. */
export function SamplePreview({ draft }: { draft: CorrelationDraft }): ReactNode {
  const [sample, setSample] = useState('');
  const { found, missing } = previewOf(draft, sample);
  return (
    <div className={styles.preview}>
      <Field
        label="Sample value"
        optional
        hint="Paste a value of the field to see the extracted variables."
      >
        <TextArea
          mono
          rows={2}
          spellCheck={false}
          value={sample}
          onChange={setSample}
          placeholder='level=warn traceID=7f3a9c msg="slow"'
        />
      </Field>
      {found.length > 0 && (
        <Table label="Variables found in the sample" hover={false}>
          <tbody>
            {found.map(({ name, value }) => (
              <tr key={name}>
                <td className="vd-mono" data-dim>{`\${${name}}`}</td>
                <td className="vd-mono">{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {sample !== '' && draft.steps.length > 0 && found.length === 0 && (
        <p role="status">The transformations extract no variables from this value.</p>
      )}
      {missing.length > 0 && (
        <p className={styles.dim} role="status">
          The query also needs {missing.map((name) => `\${${name}}`).join(', ')}. The row must have
          fields with {missing.length === 1 ? 'it' : 'them'}; otherwise it has no link.
        </p>
      )}
    </div>
  );
}
