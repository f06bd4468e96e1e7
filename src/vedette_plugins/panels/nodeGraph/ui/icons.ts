/** Signs inside nodes, drawn in a square of 24: the names that node graphs commonly use. */
const DATABASE =
  'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3';
const CLOUD = 'M7 19a5 5 0 0 1-.7-9.9A6 6 0 0 1 18 9.6 4.7 4.7 0 0 1 17.5 19Z';
const PERSON = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0';
const GLOBE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z';
const SERVER = 'M4 4h16v7H4Zm0 9h16v7H4ZM8 7.5h.01M8 16.5h.01';
const CUBE = 'm12 3 8 4.5v9L12 21l-8-4.5v-9Zm0 9 8-4.5M12 12v9m0-9L4 7.5';
const BOLT = 'M13 3 5 14h6l-1 7 8-11h-6Z';
const ENVELOPE = 'M3 6h18v13H3Zm0 1 9 7 9-7';
const SHIELD = 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6Z';
const GEAR =
  'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.8-2.2 2.2m-8.4 8.4-2.2 2.2';
const LIST = 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01';
const WARNING = 'M12 4 3 20h18Zm0 6v5m0 2.5h.01';

const icons: Record<string, string> = {
  database: DATABASE,
  cloud: CLOUD,
  user: PERSON,
  'users-alt': PERSON,
  globe: GLOBE,
  server: SERVER,
  cube: CUBE,
  docker: CUBE,
  apps: SERVER,
  bolt: BOLT,
  envelope: ENVELOPE,
  shield: SHIELD,
  cog: GEAR,
  'list-ul': LIST,
  'exclamation-triangle': WARNING,
};

/** An SVG path; undefined for a name that has none. */
export function iconPath(name: string): string | undefined {
  return Object.hasOwn(icons, name) ? icons[name] : undefined;
}
