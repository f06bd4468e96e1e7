import { useMemo, type ReactNode } from 'react';
import { Combobox } from '../../../../design';
import { useSearch } from '../../api';

export interface FolderPickerProps {
  id?: string;
  /** Empty for the root. */
  value: string;
  onChange: (uid: string) => void;
  /** Folders that cannot be chosen: what is being moved. */
  exclude?: readonly string[];
}

const ROOT = '';

/** Chooses one of all folders, or the root. */
export function FolderPicker({
  value,
  onChange,
  exclude = [],
  ...field
}: FolderPickerProps): ReactNode {
  const folders = useSearch({ type: 'dash-folder', limit: 5000 });
  const options = useMemo(
    () => [
      { value: ROOT, label: 'Dashboards', description: 'no folder' },
      ...(folders.data ?? [])
        .filter(({ uid }) => !exclude.includes(uid))
        .map(({ uid, title, folderTitle }) => ({
          value: uid,
          label: title,
          description: folderTitle && `in ${folderTitle}`,
        })),
    ],
    [folders.data, exclude],
  );
  return (
    <Combobox
      {...field}
      label="Folder"
      loading={folders.isPending}
      options={options}
      value={[value]}
      onChange={([uid]) => onChange(uid ?? ROOT)}
    />
  );
}
