/** Changes of the links of the dashboard. Links have no id; they are identified by their position. */
import type { DashboardLink, DashboardModel } from '../../../../../data';
import { withValue } from '../../model/withValue';
import type { Command, Label } from '../types';

/** All keys are stored, as clients of the format expect. */
const NEW_LINK = {
  asDropdown: false,
  icon: 'external link',
  includeVars: false,
  keepTime: false,
  tags: [],
  targetBlank: false,
  title: '',
  tooltip: '',
  type: 'link',
  url: '',
} satisfies DashboardLink;

export function addLink(link: DashboardLink = NEW_LINK): Command {
  return onLinks('add', link.title, (links) => [...links, { ...link }]);
}

export function removeLink(model: DashboardModel, index: number): Command {
  return onLinks('remove', model.links[index]?.title, (links) => links.toSpliced(index, 1));
}

export function moveLink(from: number, to: number): Command {
  return onLinks('reorder', undefined, (links) => {
    const [moved] = links.slice(from, from + 1);
    return moved ? links.toSpliced(from, 1).toSpliced(to, 0, moved) : links;
  });
}

/** Setting an absent key to what its absence means changes nothing. */
export function setLink<K extends keyof DashboardLink & string>(
  model: DashboardModel,
  index: number,
  key: K,
  value: DashboardLink[K],
): Command {
  const link = model.links[index];
  const from = link?.[key];
  const isAbsent = from === undefined && (value === '' || value === false);
  return {
    ...onLinks('set', link?.title, (links) =>
      isAbsent ? links : withValue(links, [index, key], value),
    ),
    label: { verb: 'set', subject: 'link', name: link?.title, path: key, from, to: value },
    merge: `link ${index} ${key}`,
  };
}

function onLinks(
  verb: Label['verb'],
  name: string | undefined,
  change: (links: DashboardLink[]) => DashboardLink[],
): Command {
  return {
    label: { verb, subject: 'link', name: name || undefined },
    focus: { page: 'links' },
    change: (model) => {
      const links = change(model.links);
      return links === model.links ? model : { ...model, links };
    },
  };
}
