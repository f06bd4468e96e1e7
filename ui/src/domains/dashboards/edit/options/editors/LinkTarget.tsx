import { useState, type ReactNode } from 'react';
import { ChevronDown, Compass } from 'lucide-react';
import { mayExplore } from '../../../../../kernel/boot';
import { Button, OptionPicker, Popover } from '../../../../../design';
import { useSettled } from '../../../../../design/useSettled';
import { useSearch } from '../../../api';

const EXPLORE = 'explore';

/** Time and variables of this dashboard go with the link. */
const CONTEXT = '?${__url_time_range}&${__all_variables}';

interface Props {
  name: string;
  onChoose: (url: string) => void;
}

/** Finds a dashboard, or Explore, and gives its URL with time range and variables. */
export function LinkTarget({ name, onChoose }: Props): ReactNode {
  return (
    <Popover
      label={`${name}: target`}
      trigger={
        <Button size="sm" icon={Compass} aria-label={`${name}: dashboard or Explore`}>
          Dashboard
          <ChevronDown size={13} aria-hidden />
        </Button>
      }
    >
      {(close, typed) => (
        <Targets
          typed={typed}
          onChoose={(url) => {
            onChoose(url);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function Targets({ typed, onChoose }: { typed: string; onChoose: (url: string) => void }) {
  const [text, setText] = useState(typed);
  const query = useSettled(text, 150);
  const { data = [], isPending } = useSearch({ query, type: 'dash-db', limit: 50 });
  const explore = { value: EXPLORE, label: 'Explore', description: 'same time range' };
  const isExplore = mayExplore() && 'explore'.includes(text.trim().toLowerCase());
  return (
    <OptionPicker
      label="Dashboards"
      placeholder="Search dashboards…"
      typed={typed}
      loading={isPending}
      onSearch={setText}
      value={[]}
      options={[
        ...(isExplore ? [explore] : []),
        ...data.map(({ uid, title, folderTitle }) => ({
          value: uid,
          label: title,
          description: folderTitle,
        })),
      ]}
      onChange={([uid]) => {
        if (uid === undefined) return;
        onChoose(uid === EXPLORE ? '/explore?${__url_time_range}' : `/d/${uid}${CONTEXT}`);
      }}
    />
  );
}
