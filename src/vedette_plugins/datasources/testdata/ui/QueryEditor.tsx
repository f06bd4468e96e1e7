import {
  askResource,
  CodeEditor,
  InlineField,
  InlineFields,
  Input,
  Select,
  type QueryEditorProps,
} from '@vedette/sdk';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './QueryEditor.module.css';
import { knobsText, withKnobs, type TestQuery } from './model';

interface Scenario {
  id: string;
  name: string;
}

export function QueryEditor({
  query,
  source,
  onChange,
  onRun,
}: QueryEditorProps<TestQuery>): ReactNode {
  const scenarios = useScenarios(source.uid);
  const chosen = query.scenarioId ?? 'random_walk';
  const known = scenarios.some(({ id }) => id === chosen)
    ? scenarios
    : [{ id: chosen, name: chosen }, ...scenarios];
  const written = knobsText(query);
  const [text, setText] = useState(written);
  useEffect(() => {
    // What was typed stays as it was typed, unless the query was changed by another hand.
    setText((before) =>
      withKnobs(query, before) && knobsText(withKnobs(query, before) ?? query) === written
        ? before
        : written,
    );
  }, [query, written]);
  const isWrong = withKnobs(query, text) === undefined;
  const change = (next: string) => {
    setText(next);
    const changed = withKnobs(query, next);
    if (changed) onChange(changed);
  };
  return (
    <div className={styles.editor}>
      <InlineFields>
        <InlineField label="Scenario">
          <Select
            value={chosen}
            options={known.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(scenarioId) => onChange({ ...query, scenarioId })}
          />
        </InlineField>
        <InlineField label="Alias">
          <Input value={query.alias ?? ''} onChange={(alias) => onChange({ ...query, alias })} />
        </InlineField>
      </InlineFields>
      <CodeEditor
        label="Scenario options (JSON)"
        value={text}
        onChange={change}
        onRun={onRun}
        {...(isWrong
          ? { problem: { from: 0, to: text.length, message: 'Enter a JSON object.' } }
          : {})}
      />
    </div>
  );
}

function useScenarios(uid: string): readonly Scenario[] {
  const [scenarios, setScenarios] = useState<readonly Scenario[]>([]);
  useEffect(() => {
    let active = true;
    askResource(uid)<Scenario[]>('scenarios').then(
      (found) => active && setScenarios(found),
      () => {},
    );
    return () => {
      active = false;
    };
  }, [uid]);
  return scenarios;
}
