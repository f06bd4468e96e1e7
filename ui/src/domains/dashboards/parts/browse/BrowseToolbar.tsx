import { useEffect, useState, type ReactNode } from 'react';
import { Hash, Star } from 'lucide-react';
import { Button, OptionPicker, Popover, SearchInput, Select, Tag } from '../../../../design';
import { useTags } from '../../api';
import { SORTS, type FilterState } from './filters';

const TYPING_MS = 150;

export function BrowseToolbar({ state }: { state: FilterState }): ReactNode {
  const { filters, set } = state;
  return (
    <>
      <TextFilter state={state} />
      <Button
        icon={Star}
        pressed={filters.starred}
        onClick={() => set({ starred: !filters.starred })}
      >
        Starred
      </Button>
      <TagFilter state={state} />
      {filters.tags.map((tag) => (
        <Tag
          key={tag}
          tone="accent"
          removeLabel={`Remove the tag ${tag}`}
          onRemove={() => set({ tags: filters.tags.filter((one) => one !== tag) })}
        >
          {tag}
        </Tag>
      ))}
      <Select
        label="Sort by"
        value={filters.sort}
        options={SORTS}
        onChange={(sort) => set({ sort })}
      />
    </>
  );
}

/** Follows the URL, and writes to it once typing pauses. */
function TextFilter({ state }: { state: FilterState }): ReactNode {
  const [text, setText] = useState(state.filters.text);
  useEffect(() => setText(state.filters.text), [state.filters.text]);
  useEffect(() => {
    if (text === state.filters.text) return;
    const timer = setTimeout(() => state.set({ text }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, state]);
  return (
    <SearchInput
      label="Search dashboards and folders"
      placeholder="Search by title"
      value={text}
      onChange={setText}
    />
  );
}

function TagFilter({ state }: { state: FilterState }): ReactNode {
  const [open, setOpen] = useState(false);
  const tags = useTags(open);
  return (
    <Popover
      label="Tags"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={Hash}>Tags</Button>}
    >
      <OptionPicker
        label="tags"
        multi
        loading={tags.isFetching}
        options={(tags.data ?? []).map(({ term, count }) => ({
          value: term,
          label: term,
          description: String(count),
        }))}
        value={state.filters.tags}
        onChange={(value) => state.set({ tags: value })}
        onDone={() => setOpen(false)}
      />
    </Popover>
  );
}
