/** Copies, cuts and pastes panels by the events of the browser, which also work without HTTPS. */
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { notify } from '../../../../kernel/events';
import { allPanels, sectionsOf } from '../../model/layout';
import { useDashboard } from '../../session/context';
import { cutPanels, pastePanels, pasteQuery } from '../draft/commands/clipboard';
import { useDraftStore } from '../draft/context';
import { findPanel, freePanelId } from '../model/panels';
import { copyPanels, missingFor, readClipboard, type Clip, type Missing } from '../model/paste';

const PasteDialog = lazy(() => import('./PasteDialog').then((m) => ({ default: m.PasteDialog })));
const CopyText = lazy(() => import('./PasteDialog').then((m) => ({ default: m.CopyText })));

export interface ClipboardInput {
  /** Panels and rows that are selected, else the one that has the focus. */
  ids: () => readonly number[];
  announce: (text: string) => void;
  /** Called with what was pasted, or with nothing after a cut. */
  select: (ids: readonly number[]) => void;
}

export interface Clipboard {
  /** For menus and buttons. */
  copy: (ids: readonly number[]) => void;
  dialog: ReactNode;
}

export function useClipboard(input: ClipboardInput): Clipboard {
  const store = useDraftStore();
  const { sources } = useDashboard();
  const latest = useRef(input);
  latest.current = input;
  const [asked, setAsked] = useState<{ clip: Clip; missing: Missing }>();
  const [text, setText] = useState<string>();

  const insert = ({ panels, variables }: Clip) => {
    const first = freePanelId(store.get().model);
    store.closeStep();
    store.run(pastePanels({ panels, variables }));
    const { model } = store.get();
    latest.current.select(
      allPanels(model.panels).flatMap(({ id, type }) => (id >= first && type !== 'row' ? id : [])),
    );
    latest.current.announce(`${countOf(panels.length)} pasted.`);
  };
  const paste = (pasted: string) => {
    const clipboard = readClipboard(pasted);
    if (clipboard.kind === 'refused') return void notify(clipboard.reason, 'warning');
    if (clipboard.kind === 'query') {
      const source = sources.fallback;
      if (!source) return void notify('There is no data source for the pasted query.', 'warning');
      store.run(pasteQuery(clipboard.text, { type: source.type, uid: source.uid }));
      latest.current.announce('Query pasted as a new panel.');
      return;
    }
    const hasSource = ({ uid = '' }) => sources.byKey.has(uid);
    const missing = missingFor(clipboard, store.get().model, hasSource);
    if (missing.variables.length > 0 || missing.sources.length > 0)
      setAsked({ clip: clipboard, missing });
    else insert({ panels: clipboard.panels, variables: [] });
  };
  const copied = (ids: readonly number[]) => {
    latest.current.announce(`${countOf(ids.length)} copied.`);
    return copyPanels(store.get().model, ids);
  };
  const handlers = useRef({ paste, copied });
  handlers.current = { paste, copied };

  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const ids = latest.current.ids();
      if (ids.length === 0 || isText(event) || !getSelection()?.isCollapsed) return;
      event.clipboardData?.setData('text/plain', handlers.current.copied(ids));
      event.preventDefault();
      if (event.type !== 'cut') return;
      const { model } = store.get();
      const gone = ids.flatMap((id) => [id, ...panelsOfRow(model.panels, id)]);
      store.run(cutPanels(gone.flatMap((id) => findPanel(model, id) ?? [])));
      latest.current.select([]);
      latest.current.announce(`${countOf(ids.length)} cut.`);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isText(event)) return;
      event.preventDefault();
      handlers.current.paste(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [store]);

  return {
    copy: (ids) => {
      const json = copied(ids);
      // Over plain HTTP browsers do not let a button write to the clipboard.
      const written = navigator.clipboard?.writeText(json) ?? Promise.reject(new Error('none'));
      written.then(
        () => notify(`${countOf(ids.length)} copied`, 'success'),
        () => setText(json),
      );
    },
    dialog: (
      <Suspense>
        {asked && <PasteDialog {...asked} onPaste={insert} onClose={() => setAsked(undefined)} />}
        {text !== undefined && <CopyText text={text} onClose={() => setText(undefined)} />}
      </Suspense>
    ),
  };
}

const countOf = (count: number) => `${count} ${count === 1 ? 'panel' : 'panels'}`;

type Panels = Parameters<typeof sectionsOf>[0];

function panelsOfRow(panels: Panels, id: number): number[] {
  const section = sectionsOf(panels).find(({ row }) => row?.id === id);
  return section ? section.panels.map((panel) => panel.id) : [];
}

/** Whether the event belongs to a field, an editor or a dialog. */
function isText({ target }: ClipboardEvent): boolean {
  const element = target instanceof Element ? target : undefined;
  return Boolean(
    element?.closest('input, textarea, select, [contenteditable="true"], dialog') ??
    document.querySelector('dialog[open]'),
  );
}
