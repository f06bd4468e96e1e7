import { useState, type FormEvent, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Button, Field, Fields, Input } from '../../../../design';
import { ApiError, errorMessage } from '../../../../kernel/api';
import { goTo, localPath } from '../../../../kernel/location';
import { useAction, useApi } from '../../../../kernel/query';
import { importDashboard, type StoredDashboard } from '../../api';
import { FolderPicker } from './FolderPicker';
import type { ImportCandidate } from './importModel';
import { firstChoice, ImportInputs } from './ImportInputs';
import styles from './Import.module.css';

export interface ImportFormProps {
  candidate: ImportCandidate;
  folderUid: string;
  onBack: () => void;
}

/** Name, folder, uid and data sources of the dashboard about to be imported. */
export function ImportForm({ candidate, folderUid, onBack }: ImportFormProps): ReactNode {
  const [title, setTitle] = useState(candidate.title);
  const [uid, setUid] = useState(candidate.uid);
  const [folder, setFolder] = useState(folderUid);
  const [values, setValues] = useState(() =>
    Object.fromEntries(candidate.inputs.map((input) => [input.name, firstChoice(input)])),
  );
  const taken = useTakenBy(uid.trim());
  const [nameTaken, setNameTaken] = useState(false);
  const needsOverwrite = taken !== null || nameTaken;

  const save = useAction(
    () =>
      importDashboard({
        dashboard: {
          ...candidate.dashboard,
          title: title.trim(),
          uid: uid.trim() || undefined,
          id: null,
        },
        folderUid: folder,
        overwrite: needsOverwrite,
        inputs: candidate.inputs.map((input) => ({
          name: input.name,
          type: input.kind,
          pluginId: input.pluginId || undefined,
          value: values[input.name] ?? '',
        })),
      }),
    {
      invalidates: ['/api/search', '/api/dashboards'],
      done: `“${title.trim()}” imported`,
      quiet: true,
      onDone: (made) => goTo(localPath(made.importedUrl)),
    },
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, {
      onError: (error) => setNameTaken(error instanceof ApiError && error.status === 412),
    });
  };
  const missing = candidate.inputs.some(
    (input) => input.kind === 'datasource' && !values[input.name],
  );

  return (
    <form className={styles.stack} onSubmit={submit}>
      <Fields>
        <Field label="Name">
          <Input required maxLength={5000} value={title} onChange={setTitle} />
        </Field>
        <Fields columns={2}>
          <Field label="Folder">
            <FolderPicker value={folder} onChange={setFolder} />
          </Field>
          <Field
            label="UID"
            optional
            hint="Part of the dashboard URL. Leave empty to generate one."
          >
            <Input
              mono
              value={uid}
              onChange={setUid}
              pattern="[A-Za-z0-9_\-]{1,40}"
              title="Use up to 40 letters, digits, - and _"
            />
          </Field>
        </Fields>
        <ImportInputs
          inputs={candidate.inputs}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
      </Fields>
      {needsOverwrite && (
        <p className={styles.conflict}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            {taken !== null
              ? `The dashboard “${taken}” has this UID. Importing replaces it and keeps its version history. Change the UID to keep both.`
              : 'The folder already contains a dashboard with this name. Import again to replace it, or change the name.'}
          </span>
        </p>
      )}
      {save.isError && !nameTaken && (
        <p role="alert" className={styles.problem}>
          {errorMessage(save.error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button
          type="submit"
          variant={needsOverwrite ? 'danger' : 'primary'}
          busy={save.isPending}
          disabled={missing}
        >
          {needsOverwrite ? 'Import and replace' : 'Import'}
        </Button>
      </div>
    </form>
  );
}

/** Title of the dashboard that already has `uid`, or `null`. */
function useTakenBy(uid: string): string | null {
  const existing = useApi<StoredDashboard>(`/api/dashboards/uid/${encodeURIComponent(uid)}`, {
    enabled: /^[A-Za-z0-9_-]{1,40}$/.test(uid),
  });
  const title = existing.data?.dashboard.title;
  return existing.data ? String(title) : null;
}
