/** Chooses the type of a panel. What has the focus is previewed; only a choice changes the draft. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { X } from 'lucide-react';
import type { PanelModel } from '../../../../../data';
import { EmptyState, IconButton, Kbd, SearchInput, Segmented } from '../../../../../design';
import { boot } from '../../../../../kernel/boot';
import { panelTypes } from '../../../../../plugins/panelTypes';
import type { RankedSuggestion } from '../../../../../plugins/suggestions';
import { setType } from '../../draft/commands/panel';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';
import { remember, sampleOf, withSuggestion, withType, type TypeMemory } from './candidates';
import { Thumbnail } from './Thumbnail';
import { useCandidates } from './useCandidates';
import styles from './Picker.module.css';

export interface VisualizationPickerProps {
  /** As the draft has it. */
  panel: PanelModel;
  preview: Preview;
  memory: TypeMemory;
  /** Undefined shows the panel as it is. */
  onPreview: (panel: PanelModel | undefined) => void;
  onClose: () => void;
}

interface Offer {
  key: string;
  name: string;
  description: string;
  panel: PanelModel;
}

type Shown = 'suggested' | 'all';

export function VisualizationPicker(props: VisualizationPickerProps): ReactNode {
  const { panel, preview, memory, onPreview, onClose } = props;
  const store = useDraftStore();
  const { answers } = preview;
  const sample = useMemo(() => sampleOf(answers), [answers]);
  const { plugins, suggestions } = useCandidates(answers);
  const [shows, setShows] = useState<Shown>('suggested');
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const version = boot().settings.buildInfo.version;

  const change = (type: string, suggestion?: RankedSuggestion): PanelModel | undefined => {
    const plugin = plugins.get(type);
    if (!plugin) return undefined;
    const next = withType(panel, type, plugin, { memory, version });
    return suggestion ? withSuggestion(next, suggestion) : next;
  };
  const all = offersOf(
    [...plugins.keys()].map((type) => ({ type })),
    change,
  );
  const suggested = offersOf(suggestions, change);
  const isSuggesting = shows === 'suggested' && suggested.length > 0 && !text;
  const offers = (isSuggesting ? suggested : all).filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(text.toLowerCase()),
  );

  const isLoaded = plugins.size > 0;
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('button')?.focus();
  }, [isSuggesting, isLoaded]);

  const use = (offer: Offer) => {
    remember(memory, panel);
    onPreview(undefined);
    store.run(setType(panel, offer.panel));
    onClose();
  };
  const close = () => {
    onPreview(undefined);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      close();
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
  };

  return (
    <div className={styles.picker} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>Visualization</h2>
        <Kbd keys="Escape" />
        <IconButton icon={X} size="sm" label="Close" onClick={close} />
        <SearchInput label="Search visualizations" value={text} onChange={setText} />
        <Segmented
          label="Visualizations to show"
          fill
          value={isSuggesting ? 'suggested' : 'all'}
          options={[
            { value: 'suggested', label: 'Suggested', count: suggested.length },
            { value: 'all', label: 'All', count: all.length },
          ]}
          onChange={setShows}
        />
      </header>
      <div ref={list} className={styles.offers} role="group" aria-label="Visualizations">
        {offers.length === 0 && <EmptyState title="No visualization matches" />}
        {offers.map((offer) => {
          const plugin = plugins.get(offer.panel.type);
          const isCurrent = offer.panel.type === panel.type;
          return (
            <button
              key={offer.key}
              type="button"
              className={styles.offer}
              data-current={isCurrent || undefined}
              onFocus={() => onPreview(offer.panel === panel ? undefined : offer.panel)}
              onClick={() => use(offer)}
            >
              {plugin && isSuggesting && (
                <Thumbnail
                  id={`thumbnail-${offer.key}`}
                  panel={offer.panel}
                  plugin={plugin}
                  frames={sample}
                />
              )}
              <b>{offer.name}</b>
              {!isSuggesting && <small>{offer.description}</small>}
              {isCurrent && <small>current</small>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: 2,
  ArrowUp: -2,
};

function offersOf(
  choices: readonly (RankedSuggestion | { type: string })[],
  change: (type: string, suggestion?: RankedSuggestion) => PanelModel | undefined,
): Offer[] {
  return choices.flatMap((choice) => {
    const suggestion = 'score' in choice ? choice : undefined;
    const panel = change(choice.type, suggestion);
    const manifest = panelTypes.get(choice.type);
    if (!panel || !manifest) return [];
    return [
      {
        key: `${choice.type}-${suggestion?.name ?? ''}`,
        name: suggestion?.name || manifest.name,
        description: manifest.description,
        panel,
      },
    ];
  });
}
