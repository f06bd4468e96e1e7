import { expect, test } from 'vitest';
import type { DataSource } from './api';
import { draftOf, inputOf, newDraft, problemsOf, removalLosesValues } from './draft';

const stored: DataSource = {
  orgId: 1,
  typeLogoUrl: '',
  id: 4,
  uid: 'prom',
  name: 'prometheus-eu',
  type: 'prometheus',
  access: 'proxy',
  url: 'http://localhost:9090',
  user: '',
  database: '',
  basicAuth: true,
  basicAuthUser: 'me',
  withCredentials: false,
  isDefault: true,
  jsonData: {
    httpMethod: 'POST',
    exemplarTraceIdDestinations: [{ name: 'trace_id' }],
    httpHeaderName1: 'X-Scope-OrgID',
    httpHeaderName2: 'X-Two',
  },
  secureJsonFields: { basicAuthPassword: true, httpHeaderValue1: true, httpHeaderValue2: true },
  version: 7,
  readOnly: false,
};

test('saving without a change sends the same settings and no secret', () => {
  const input = inputOf(draftOf(stored));
  expect(input.jsonData).toEqual(stored.jsonData);
  expect(input.secureJsonData).toEqual({});
  expect(input).toMatchObject({ uid: 'prom', version: 7, basicAuthUser: 'me' });
});

test('settings the form does not know survive', () => {
  const draft = draftOf(stored);
  draft.source.jsonData = { ...draft.source.jsonData, timeInterval: '30s' };
  expect(inputOf(draft).jsonData).toMatchObject({
    exemplarTraceIdDestinations: [{ name: 'trace_id' }],
    timeInterval: '30s',
  });
});

test('an emptied setting is removed, not stored as an empty text', () => {
  const draft = draftOf(stored);
  draft.source.jsonData = { ...draft.source.jsonData, httpMethod: '' };
  expect(inputOf(draft).jsonData).not.toHaveProperty('httpMethod');
});

test('headers are numbered from one, their values go among the secrets', () => {
  const draft = newDraft('prometheus', ' New ');
  draft.headers = [
    { name: '', value: 'ignored', stored: false },
    { name: ' X-A ', value: 'a', stored: false },
    { name: 'X-B', value: '', stored: true },
  ];
  const input = inputOf(draft);
  expect(input.name).toBe('New');
  expect(input.jsonData).toEqual({ httpHeaderName1: 'X-A', httpHeaderName2: 'X-B' });
  expect(input.secureJsonData).toEqual({ httpHeaderValue1: 'a' });
});

test('removing a header never hands its secret to the next one', () => {
  const { headers } = draftOf(stored);
  expect(removalLosesValues(headers, 0)).toBe(true);
  expect(removalLosesValues(headers, 1)).toBe(false);
});

test('an address needs a scheme and a host', () => {
  const draft = newDraft('prometheus', 'p');
  for (const url of ['', 'localhost:9090', 'ftp://x', 'http://', 'javascript:alert(1)']) {
    draft.source.url = url;
    expect(problemsOf(draft, 'http').url).toBeDefined();
  }
  draft.source.url = 'https://prometheus.example.org/path';
  expect(problemsOf(draft, 'http')).toEqual({});
  draft.source.url = '';
  expect(problemsOf(draft, 'none')).toEqual({});
  expect(problemsOf(draft, 'any')).toEqual({});
  expect(problemsOf(draft, 'database').url).toBeDefined();
  draft.source.url = 'localhost:5432';
  expect(problemsOf(draft, 'database')).toEqual({});
});
