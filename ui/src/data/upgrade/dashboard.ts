/** What stands at the top of a dashboard. */
import { drop, isObject, objectOf, take, type JsonObject } from './json';

type Note = (text: string) => void;

export function fillDashboard(dashboard: JsonObject, note: Note): void {
  fromServices(dashboard, note);
  if (typeof dashboard['title'] !== 'string')
    dashboard['title'] = String(dashboard['title'] ?? 'New dashboard');
  if (!Array.isArray(dashboard['tags'])) dashboard['tags'] = [];
  for (const key of ['links', 'panels']) keepObjects(dashboard, key, note);
  for (const key of ['templating', 'annotations']) {
    const holder = isObject(dashboard[key]) ? dashboard[key] : {};
    keepObjects(holder, 'list', note);
    dashboard[key] = holder;
  }
  fromNav(dashboard, note);
  if (!isObject(dashboard['timepicker'])) dashboard['timepicker'] = {};
  const time = objectOf(dashboard['time']);
  dashboard['time'] = {
    ...time,
    from: String(time['from'] ?? 'now-6h'),
    to: String(time['to'] ?? 'now'),
  };
  if ('sharedCrosshair' in dashboard) {
    const shared = take(dashboard, 'sharedCrosshair');
    if (dashboard['graphTooltip'] === undefined) dashboard['graphTooltip'] = shared ? 1 : 0;
    note('sharedCrosshair became graphTooltip');
  }
  if (dashboard['refresh'] === false || dashboard['refresh'] === null) {
    dashboard['refresh'] = '';
    note('refresh became text');
  }
  fromPulldowns(dashboard, note);
}

/** A list without the entries that hold nothing. */
function keepObjects(holder: JsonObject, key: string, note: Note): void {
  const list = Array.isArray(holder[key]) ? holder[key] : [];
  const kept = list.filter(isObject);
  if (kept.length < list.length) note(`${list.length - kept.length} empty entries were left out`);
  holder[key] = kept;
}

/** Schema 1 kept time and variables under `services.filter`. */
function fromServices(dashboard: JsonObject, note: Note): void {
  const filter = objectOf(objectOf(dashboard['services'])['filter']);
  if (isObject(filter['time']) && !isObject(dashboard['time'])) dashboard['time'] = filter['time'];
  if (Array.isArray(filter['list']) && !isObject(dashboard['templating']))
    dashboard['templating'] = { list: filter['list'] };
  if (!isObject(filter['time']) && !Array.isArray(filter['list'])) return;
  drop(dashboard, 'services');
  note('services.filter became time and templating');
}

/** Until schema 7 the settings of the time picker stood in `nav`. */
function fromNav(dashboard: JsonObject, note: Note): void {
  const nav = dashboard['nav'];
  if (!Array.isArray(nav)) return;
  delete dashboard['nav'];
  if (isObject(nav[0]) && !isObject(dashboard['timepicker'])) dashboard['timepicker'] = nav[0];
  note('nav became timepicker');
}

/** Until schema 6 annotations stood in `pulldowns`. */
function fromPulldowns(dashboard: JsonObject, note: Note): void {
  const pulldowns = dashboard['pulldowns'];
  if (!Array.isArray(pulldowns)) return;
  delete dashboard['pulldowns'];
  const found = pulldowns.filter(isObject).find((entry) => entry['type'] === 'annotations');
  const list = objectOf(dashboard['annotations'])['list'];
  if (found && Array.isArray(found['annotations']) && Array.isArray(list))
    list.push(...found['annotations'].filter(isObject));
  note('pulldowns became annotations');
}
