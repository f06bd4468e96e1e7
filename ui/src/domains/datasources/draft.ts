/** The state of the data source form, and how it becomes what the server stores. Pure. */
import type { DataSource, DataSourceInput } from './api';
import type { Connection } from './kinds';

export interface HeaderDraft {
  name: string;
  /** Empty means: keep the value that is stored. */
  value: string;
  stored: boolean;
}

export interface Draft {
  source: Omit<
    DataSource,
    'id' | 'orgId' | 'typeLogoUrl' | 'secureJsonFields' | 'readOnly' | 'provisionedFrom'
  >;
  headers: HeaderDraft[];
  /** Secrets typed anew, by key; an empty text removes a stored one. */
  secrets: Record<string, string>;
  /** Keys of secrets the server has. */
  stored: Record<string, boolean>;
}

export function newDraft(type: string, name: string): Draft {
  const source = {
    uid: '',
    name,
    type,
    access: 'proxy' as const,
    url: '',
    user: '',
    database: '',
    basicAuth: false,
    basicAuthUser: '',
    withCredentials: false,
    isDefault: false,
    jsonData: {},
    version: 0,
  };
  return { source, headers: [], secrets: {}, stored: {} };
}

export function draftOf({ secureJsonFields, ...stored }: DataSource): Draft {
  const {
    id: _id,
    orgId: _orgId,
    typeLogoUrl: _logo,
    readOnly: _readOnly,
    provisionedFrom: _file,
    ...source
  } = stored;
  const headers: HeaderDraft[] = [];
  for (let index = 1; ; index += 1) {
    const name = source.jsonData[`httpHeaderName${index}`];
    if (typeof name !== 'string') break;
    headers.push({ name, value: '', stored: secureJsonFields[`httpHeaderValue${index}`] ?? false });
  }
  return {
    source: { ...source, jsonData: { ...source.jsonData } },
    headers,
    secrets: {},
    stored: secureJsonFields,
  };
}

/** What to send. Keys of `jsonData` this form does not know stay as they were. */
export function inputOf({ source, headers, secrets }: Draft): DataSourceInput {
  const jsonData = Object.fromEntries(
    Object.entries(source.jsonData).filter(
      ([key, value]) => !key.startsWith('httpHeaderName') && value !== undefined && value !== '',
    ),
  );
  const secureJsonData: Record<string, string> = { ...secrets };
  headers
    .filter(({ name }) => name.trim() !== '')
    .forEach(({ name, value }, index) => {
      jsonData[`httpHeaderName${index + 1}`] = name.trim();
      if (value !== '') secureJsonData[`httpHeaderValue${index + 1}`] = value;
    });
  return { ...source, name: source.name.trim(), url: source.url.trim(), jsonData, secureJsonData };
}

/**
 * Whether removing the header at `index` would give the stored value of a later header to another
 * name: stored values are kept by position, and cannot be read back to be moved.
 */
export function removalLosesValues(headers: readonly HeaderDraft[], index: number): boolean {
  return headers.slice(index + 1).some(({ stored, value }) => stored && value === '');
}

/**
 * Why the draft cannot be saved, by field. A kind that does not say how it is reached may go
 * without an address.
 */
export function problemsOf(
  { source }: Draft,
  connection: Connection,
): { name?: string; url?: string } {
  const problems: { name?: string; url?: string } = {};
  const url = source.url.trim();
  if (source.name.trim() === '') problems.name = 'Enter a name.';
  if (connection === 'database' && url === '')
    problems.url = 'Enter the host and port, for example db.example.com:5432.';
  const isHttp = connection === 'http' || (connection === 'any' && url !== '');
  if (isHttp && !/^https?:\/\/[^\s/]+/i.test(url)) {
    problems.url = 'Enter the full URL, starting with http:// or https://.';
  }
  return problems;
}
