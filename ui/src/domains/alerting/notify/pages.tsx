/** The notification pages, each in its own chunk, and other addresses that redirect to them. */
import { lazy, type ComponentType } from 'react';
import {
  contactPointUrl,
  NEW_CONTACT_POINT,
  NEW_TEMPLATE,
  NEW_MUTE_TIMING,
  NOTIFICATION_HISTORY,
  templateUrl,
  muteTimingUrl,
} from './addresses';

const ContactPointsPage = lazy(() =>
  import('./contactPoints/ContactPointsPage').then((m) => ({ default: m.ContactPointsPage })),
);
const NewContactPointPage = lazy(() =>
  import('./contactPoints/EditContactPointPage').then((m) => ({ default: m.NewContactPointPage })),
);
const EditContactPointPage = lazy(() =>
  import('./contactPoints/EditContactPointPage').then((m) => ({ default: m.EditContactPointPage })),
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
const MuteTimingsPage = lazy(() =>
  import('./muteTimings/MuteTimingsPage').then((m) => ({ default: m.MuteTimingsPage })),
);
const NewMuteTimingPage = lazy(() =>
  import('./muteTimings/EditMuteTimingPage').then((m) => ({ default: m.NewMuteTimingPage })),
);
const EditMuteTimingPage = lazy(() =>
  import('./muteTimings/EditMuteTimingPage').then((m) => ({ default: m.EditMuteTimingPage })),
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
const NotificationHistoryPage = lazy(() =>
  import('./history/NotificationHistoryPage').then((m) => ({ default: m.NotificationHistoryPage })),
);

export const notifyPages: [path: string, page: ComponentType][] = [
  ['/alerting/notifications', ContactPointsPage],
  [NEW_CONTACT_POINT, NewContactPointPage],
  ['/alerting/notifications/receivers/edit', EditContactPointPage],
  ['/alerting/routes', PoliciesPage],
  ['/alerting/silences', SilencesPage],
  ['/alerting/silence/new', NewSilencePage],
  ['/alerting/silence/:id/edit', EditSilencePage],
  ['/alerting/mute-timings', MuteTimingsPage],
  [NEW_MUTE_TIMING, NewMuteTimingPage],
  ['/alerting/mute-timings/edit', EditMuteTimingPage],
  ['/alerting/templates', TemplatesPage],
  [NEW_TEMPLATE, NewTemplatePage],
  ['/alerting/templates/edit', EditTemplatePage],
  ['/alerting/groups', GroupsPage],
  [NOTIFICATION_HISTORY, NotificationHistoryPage],
];

/**
 * Addresses of Grafana 10.4 and of earlier releases. The name of the resource is in the path or in
 * the query parameter `muteName`.
 */
export const notifyAliases: [path: string, target: (name: string) => string][] = [
  ['/alerting/notifications/new', () => NEW_CONTACT_POINT],
  ['/alerting/notifications/receivers/:name/edit', contactPointUrl],
  ['/alerting/notifications/templates/new', () => NEW_TEMPLATE],
  ['/alerting/notifications/templates/:name/edit', templateUrl],
  ['/alerting/routes/mute-timing/new', () => NEW_MUTE_TIMING],
  ['/alerting/routes/mute-timing/edit', muteTimingUrl],
  ['/alerting/ledger', () => NOTIFICATION_HISTORY + window.location.search],
];
