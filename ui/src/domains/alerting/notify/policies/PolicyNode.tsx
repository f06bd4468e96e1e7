/** One policy with its nested policies. */
import type { ReactNode } from 'react';
import {
  ArrowDown,
  ArrowUp,
  BellOff,
  CornerDownRight,
  Ellipsis,
  Pencil,
  Plus,
  Send,
  Trash2,
} from 'lucide-react';
import { Link } from 'wouter';
import { IconButton, Menu, Tag } from '../../../../design';
import { contactPointUrl, muteTimingUrl } from '../addresses';
import { MatcherTags } from '../parts/MatcherRows';
import type { Explained } from './api';
import {
  groupText,
  inheritedBy,
  matchersOf,
  placeKey,
  type Inherited,
  type Place,
  type Policy,
} from './model';
import styles from './Policies.module.css';
import look from '../parts/Notify.module.css';

export interface PolicyNodeProps {
  policy: Policy;
  place: Place;
  /** The settings that it inherits. */
  above: Inherited;
  /** Number of policies with the same parent, itself included. */
  siblings: number;
  explained: Explained | undefined;
  mayEdit: boolean;
  onDo: (what: 'add' | 'edit' | 'delete' | 'up' | 'down', place: Place) => void;
}

export function PolicyNode(props: PolicyNodeProps): ReactNode {
  const { policy, place, above, explained } = props;
  const visit = explained?.visits.find((each) => placeKey(each.place) === placeKey(place));
  const mark = visit?.handles ? 'handles' : visit?.matched ? 'passes' : visit ? 'fails' : undefined;
  const here = inheritedBy(policy, above);
  const routes = policy.routes ?? [];
  return (
    <div className={styles.node}>
      <div className={styles.policy} data-mark={mark} data-policy={placeKey(place)}>
        <Head {...props} mark={mark} />
        <Facts policy={policy} here={here} isRoot={place.length === 0} />
      </div>
      {routes.length > 0 && (
        <ol
          className={styles.below}
          aria-label={
            place.length === 0 ? 'Nested policies' : `Nested policies of ${here.receiver}`
          }
        >
          {routes.map((each, index) => (
            <li key={index}>
              <PolicyNode
                {...props}
                policy={each}
                place={[...place, index]}
                above={here}
                siblings={routes.length}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Head({
  policy,
  place,
  siblings,
  mayEdit,
  onDo,
  mark,
}: PolicyNodeProps & { mark: string | undefined }): ReactNode {
  const isRoot = place.length === 0;
  const index = place.at(-1) ?? 0;
  const matchers = matchersOf(policy);
  return (
    <div className={styles.head}>
      <div className={styles.names}>
        {!isRoot && (
          <span className={styles.number}>{place.map((each) => each + 1).join('.')}</span>
        )}
        {isRoot ? (
          <strong>Default policy</strong>
        ) : matchers.length > 0 ? (
          <MatcherTags matchers={matchers} />
        ) : (
          <strong>All alerts</strong>
        )}
        {isRoot && <span className={look.dim}>alerts that match no other policy</span>}
        {policy.continue && (
          <Tag
            icon={CornerDownRight}
            title="Alerts are also matched against the policies after this one."
          >
            Continues matching
          </Tag>
        )}
        {mark === 'handles' && <Tag tone="accent">Match</Tag>}
      </div>
      {mayEdit && (
        <span className={styles.buttons}>
          <IconButton icon={Plus} label="Add nested policy" onClick={() => onDo('add', place)} />
          <IconButton
            icon={Pencil}
            label={isRoot ? 'Edit default policy' : 'Edit policy'}
            onClick={() => onDo('edit', place)}
          />
          {!isRoot && (
            <Menu
              label="Policy"
              trigger={<IconButton icon={Ellipsis} label="More actions" />}
              items={[
                {
                  label: 'Move up',
                  icon: ArrowUp,
                  disabled: index === 0,
                  onSelect: () => onDo('up', place),
                },
                {
                  label: 'Move down',
                  icon: ArrowDown,
                  disabled: index >= siblings - 1,
                  onSelect: () => onDo('down', place),
                },
                {
                  label: 'Delete',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => onDo('delete', place),
                },
              ]}
            />
          )}
        </span>
      )}
    </div>
  );
}

function Facts({
  policy,
  here,
  isRoot,
}: {
  policy: Policy;
  here: Inherited;
  isRoot: boolean;
}): ReactNode {
  const mute = policy.mute_time_intervals ?? [];
  const active = policy.active_time_intervals ?? [];
  return (
    <dl className={styles.facts}>
      <Fact term="Contact point" own={Boolean(policy.receiver)}>
        <Send size={13} aria-hidden />{' '}
        {here.receiver ? (
          <Link href={contactPointUrl(here.receiver)}>{here.receiver}</Link>
        ) : (
          'none'
        )}
      </Fact>
      <Fact term="Group by" own={policy.group_by !== undefined || isRoot}>
        {groupText(here.groupBy)}
      </Fact>
      <Fact term="Group wait" own={Boolean(policy.group_wait) || isRoot}>
        {here.groupWait}
      </Fact>
      <Fact term="Group interval" own={Boolean(policy.group_interval) || isRoot}>
        {here.groupInterval}
      </Fact>
      <Fact term="Repeat interval" own={Boolean(policy.repeat_interval) || isRoot}>
        {here.repeatInterval}
      </Fact>
      {mute.length > 0 && (
        <Fact term="Mute timings" own>
          <BellOff size={13} aria-hidden /> <Names names={mute} />
        </Fact>
      )}
      {active.length > 0 && (
        <Fact term="Active timings" own>
          <Names names={active} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({
  term,
  own,
  children,
}: {
  term: string;
  own: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div data-inherited={own ? undefined : true}>
      <dt>{term}</dt>
      <dd>
        {children}
        {!own && <span className={styles.inherited}>inherited</span>}
      </dd>
    </div>
  );
}

function Names({ names }: { names: readonly string[] }): ReactNode {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <Link href={muteTimingUrl(name)}>{name}</Link>
    </span>
  ));
}
