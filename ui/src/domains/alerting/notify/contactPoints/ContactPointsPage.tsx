/** The contact points with their integrations, the last delivery of each, and where they are used. */
import type { ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Tag } from '../../../../design';
import { CONTACT_POINTS_EXPORT } from '../../model/exports';
import { contactPointUrl, NEW_CONTACT_POINT } from '../addresses';
import { ResourceItem } from '../parts/ResourceItem';
import { ResourceListPage } from '../parts/ResourceListPage';
import { useContactPoints, useReceiverForms, type ContactPoint } from './api';
import { DeleteContactPoint } from './DeleteContactPoint';
import { HealthLine } from './HealthLine';
import { formOf } from './model';
import look from '../parts/Notify.module.css';

const SEARCH = {
  placeholder: 'Search by name or type',
  textOf: ({ name, integrations }: ContactPoint) =>
    `${name} ${integrations.map(({ type }) => type).join(' ')}`,
};

export function ContactPointsPage(): ReactNode {
  return (
    <ResourceListPage
      title="Contact points"
      icon={Send}
      resources={useContactPoints()}
      create={{ label: 'New contact point', href: NEW_CONTACT_POINT }}
      exportPath={CONTACT_POINTS_EXPORT}
      search={SEARCH}
      description="A contact point is a set of integrations, such as e-mail or Slack, that notifications are sent to. Add one, then select it in a notification policy or an alert rule."
      renderItem={(point) => <ContactPointItem key={point.name} point={point} />}
    />
  );
}

function ContactPointItem({ point }: { point: ContactPoint }): ReactNode {
  const forms = useReceiverForms().data ?? [];
  return (
    <ResourceItem
      name={point.name}
      href={contactPointUrl(point.name)}
      provenance={point.provenance}
      tags={point.usedBy.length === 0 && <Tag tone="warn">Unused</Tag>}
      exported={{ path: CONTACT_POINTS_EXPORT, query: { name: point.name } }}
      renderDelete={(onClose) => <DeleteContactPoint point={point} onClose={onClose} />}
    >
      {point.integrations.map((each) => (
        <HealthLine
          key={each.uid}
          integration={each}
          name={formOf(forms, each.type)?.name ?? each.type}
        />
      ))}
      {point.usedBy.length > 0 && (
        <span className={look.dim} title={point.usedBy.join('\n')}>
          Used by: {listed(point.usedBy)}
        </span>
      )}
    </ResourceItem>
  );
}

function listed(uses: readonly string[]): string {
  const rest = uses.length - 2;
  return uses.slice(0, 2).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
