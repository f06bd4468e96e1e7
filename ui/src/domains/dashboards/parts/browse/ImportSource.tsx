import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { FileJson } from 'lucide-react';
import { Button, Field, TextArea } from '../../../../design';
import { readImport, type ImportCandidate } from './importModel';
import styles from './Import.module.css';

/** Takes a dashboard from a file, a drop or pasted text. */
export function ImportSource({
  onRead,
}: {
  onRead: (candidate: ImportCandidate) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  const read = (json: string) => {
    try {
      onRead(readImport(json));
    } catch (error) {
      setText(json.length < 200_000 ? json : '');
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const readFile = (chosen: File | undefined) => {
    if (chosen)
      void chosen.text().then(read, () => setProblem(`The file ${chosen.name} cannot be read.`));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    readFile(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.stack}>
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileJson size={22} aria-hidden />
        <span>Drop a JSON file here</span>
        <Button onClick={() => file.current?.click()}>Choose a file</Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          className="vd-sr"
          tabIndex={-1}
          aria-label="Dashboard file"
          onChange={(event) => readFile(event.target.files?.[0])}
        />
      </div>
      <Field label="Or paste dashboard JSON" error={problem}>
        <TextArea
          mono
          rows={10}
          spellCheck={false}
          placeholder='{ "title": "…", "panels": [ … ] }'
          value={text}
          onChange={setText}
        />
      </Field>
      <div className={styles.actions}>
        <Button variant="primary" disabled={text.trim() === ''} onClick={() => read(text)}>
          Continue
        </Button>
      </div>
    </div>
  );
}
