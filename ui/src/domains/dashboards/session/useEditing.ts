/** Whether the page shows the editor, and the draft that it edits. */
import { useEffect, useMemo, useState } from 'react';
import type { DraftStore } from '../edit/draft/store';
import { fixedModel, type ModelSource } from './modelSource';
import { hasDraft } from './draftPlace';
import { mayEdit } from './mayEdit';
import type { OpenedDashboard } from './useSession';
import { useUrlState } from './useUrlState';

const editor = () => import('../edit/openDraft');

/** Fetches the code of the editor before it is needed. */
export const preloadEditor = (): void =>
  void Promise.all([editor(), import('../edit/EditDashboard')]).catch(() => {});

export interface Editing {
  /** Undefined in view mode, and until the draft has been opened. */
  draft?: DraftStore;
  models: ModelSource;
}

export function useEditing(opened: OpenedDashboard, isNew: boolean): Editing {
  const [url] = useUrlState();
  const isAsked = isNew || Boolean(url.edit || url.editPanel || url.editview);
  const isEditing = isAsked && (isNew || mayEdit(opened.stored));
  const [draft, setDraft] = useState<DraftStore>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    if (!isEditing || draft) return;
    let active = true;
    editor()
      .then(({ openDraft }) => openDraft(opened))
      .then(
        (store) => active && setDraft(store),
        (error: unknown) => active && setFailure(error),
      );
    return () => {
      active = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one draft for each opened dashboard
  }, [isEditing, draft]);

  useEffect(() => {
    // Where the browser keeps the draft it is read again, in case it was discarded meanwhile.
    if (!isEditing && hasDraft(opened.model.uid ?? '')) setDraft(undefined);
  }, [isEditing, opened.model.uid]);

  // The page around says what to do when code could not be fetched.
  if (failure) throw failure;
  const fixed = useMemo(() => fixedModel(opened.model), [opened.model]);
  const shown = isEditing ? draft : undefined;
  return { draft: shown, models: shown?.models ?? fixed };
}
