import { expect, test } from 'vitest';
import states from '../../../src/vedette/alerting/model/alert_states.json';
import { ALERT_STATES, instanceState, STATE_NAMES } from './alertStates';

test('every state of the server has its own name on all pages', () => {
  const shown = Object.values(states).map(({ api }) => instanceState(api).state);
  expect(shown.toSorted()).toEqual(ALERT_STATES.toSorted());
  for (const { api, label } of Object.values(states))
    expect(STATE_NAMES[instanceState(`${api} (KeepLast)`).state]).toBe(label);
});
