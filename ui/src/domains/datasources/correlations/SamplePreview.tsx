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
        label="Try it"
        optional
        hint="Paste a value of the field; the variables it gives show below."
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
        <p role="status">The transformations find nothing in this value.</p>
      )}
      {missing.length > 0 && (
        <p className={styles.dim} role="status">
          The query also needs {missing.map((name) => `\${${name}}`).join(', ')}: fields of the row
          have to give {missing.length === 1 ? 'it' : 'them'}, or the row has no link.
        </p>
      )}
    </div>
  );
}
