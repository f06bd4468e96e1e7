/** Editors of options that several panels share; their code is fetched when one is shown. */
import { lazy } from 'react';

export const FieldsEditor = lazy(() =>
  import('../editor/FieldsEditor').then((module) => ({ default: module.FieldsEditor })),
);

export const FieldNamesEditor = lazy(() =>
  import('../editor/FieldsEditor').then((module) => ({ default: module.FieldNamesEditor })),
);

export const SpanNullsEditor = lazy(() =>
  import('../editor/NullsEditor').then((module) => ({ default: module.SpanNullsEditor })),
);

export const InsertNullsEditor = lazy(() =>
  import('../editor/NullsEditor').then((module) => ({ default: module.InsertNullsEditor })),
);

export const ZonesEditor = lazy(() =>
  import('../editor/ZonesEditor').then((module) => ({ default: module.ZonesEditor })),
);
