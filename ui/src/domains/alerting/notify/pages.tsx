/**
 * The pages of notifications, each a chunk of its own, and addresses from elsewhere that lead to
 * them.
 */
import { lazy, type ComponentType } from 'react';
import {
  contactUrl,
  NEW_CONTACT,
  NEW_TEMPLATE,
  NEW_TIMING,
  templateUrl,
  timingUrl,
} from './addresses';

const ContactsPage = lazy(() =>
  import('./contacts/ContactsPage').then((m) => ({ default: m.ContactsPage })),
);
const NewContactPage = lazy(() =>
  import('./contacts/EditContactPage').then((m) => ({ default: m.NewContactPage })),
);
const EditContactPage = lazy(() =>
  import('./contacts/EditContactPage').then((m) => ({ default: m.EditContactPage })),
);
const PoliciesPage = lazy(() =>
  import('./policies/PoliciesPage').then((m) => ({ default: m.PoliciesPage })),
);
const SilencesPage = lazy(() =>
  import('./silences/SilencesPage').then((m) => ({ default: m.SilencesPage })),
);
const NewSilencePage = lazy(() =>
  import('./silences/SilencePage').then((m) => ({ default: m.NewSilencePage })),
);
const EditSilencePage = lazy(() =>
  import('./silences/SilencePage').then((m) => ({ default: m.EditSilencePage })),
);
const TimingsPage = lazy(() =>
  import('./timings/TimingsPage').then((m) => ({ default: m.TimingsPage })),
);
const NewTimingPage = lazy(() =>
  import('./timings/EditTimingPage').then((m) => ({ default: m.NewTimingPage })),
);
const EditTimingPage = lazy(() =>
  import('./timings/EditTimingPage').then((m) => ({ default: m.EditTimingPage })),
);
const TemplatesPage = lazy(() =>
  import('./templates/TemplatesPage').then((m) => ({ default: m.TemplatesPage })),
);
const NewTemplatePage = lazy(() =>
  import('./templates/EditTemplatePage').then((m) => ({ default: m.NewTemplatePage })),
);
const EditTemplatePage = lazy(() =>
  import('./templates/EditTemplatePage').then((m) => ({ default: m.EditTemplatePage })),
);
const GroupsPage = lazy(() =>
  import('./groups/GroupsPage').then((m) => ({ default: m.GroupsPage })),
);
const LedgerPage = lazy(() =>
  import('./ledger/LedgerPage').then((m) => ({ default: m.LedgerPage })),
);

export const notifyPages: [path: string, page: ComponentType][] = [
  ['/alerting/notifications', ContactsPage],
  [NEW_CONTACT, NewContactPage],
  ['/alerting/notifications/receivers/edit', EditContactPage],
  ['/alerting/routes', PoliciesPage],
  ['/alerting/silences', SilencesPage],
  ['/alerting/silence/new', NewSilencePage],
  ['/alerting/silence/:id/edit', EditSilencePage],
  ['/alerting/mute-timings', TimingsPage],
  [NEW_TIMING, NewTimingPage],
  ['/alerting/mute-timings/edit', EditTimingPage],
  ['/alerting/templates', TemplatesPage],
  [NEW_TEMPLATE, NewTemplatePage],
  ['/alerting/templates/edit', EditTemplatePage],
  ['/alerting/groups', GroupsPage],
  ['/alerting/ledger', LedgerPage],
];

/**
 * Addresses people have bookmarked from Grafana 10.4; what they name is in the path or in
 * `muteName`.
 */
export const notifyAliases: [path: string, target: (name: string) => string][] = [
  ['/alerting/notifications/new', () => NEW_CONTACT],
  ['/alerting/notifications/receivers/:name/edit', contactUrl],
  ['/alerting/notifications/templates/new', () => NEW_TEMPLATE],
  ['/alerting/notifications/templates/:name/edit', templateUrl],
  ['/alerting/routes/mute-timing/new', () => NEW_TIMING],
  ['/alerting/routes/mute-timing/edit', timingUrl],
];
