import type { ReactNode } from 'react';
import { Field, Fields, Input, Select, Switch } from '../../../design';
import type { Kind, KindSetting } from '../kinds';
import { textOf, type PartProps } from './formParts';

/** The settings only this kind has, kept in `jsonData`. */
export function KindFields({ kind, ...part }: PartProps & { kind: Kind }): ReactNode {
  return (
    <Fields columns={2}>
      {kind.settings.map((setting) => (
        <Field key={setting.key} label={setting.label} hint={setting.hint}>
          {settingInput(setting, part)}
        </Field>
      ))}
    </Fields>
  );
}

function settingInput(setting: KindSetting, { draft, changeJson }: PartProps) {
  const value = draft.source.jsonData[setting.key];
  const set = (next: unknown) => changeJson({ [setting.key]: next });
  switch (setting.input) {
    case 'switch':
      return <Switch checked={typeof value === 'boolean' ? value : setting.fallback === true} onChange={set} />;
    case 'select':
      return <Select value={textOf(value) || textOf(setting.fallback)} options={setting.options ?? []} onChange={set} />;
    case 'number':
      return (
        <Input type="number" value={textOf(value)} placeholder={setting.placeholder} onChange={(next) => set(next === '' ? undefined : Number(next))} />
      );
    case 'text':
      return <Input mono value={textOf(value)} placeholder={setting.placeholder} onChange={set} />;
  }
}
