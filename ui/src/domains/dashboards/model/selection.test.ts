import { describe, expect, it } from 'vitest';
import type { VariableModel } from '../../../data';
import { chooseSelection, selectionText, toggleSelection } from './selection';

const choices = ['a', 'b', 'c'].map((value) => ({ text: value.toUpperCase(), value }));
const model = (more: Partial<VariableModel> = {}): VariableModel => ({
  name: 'v',
  type: 'custom',
  ...more,
});

describe('the selection of a variable', () => {
  it('is found by value, or by what was shown', () => {
    expect(chooseSelection(model(), ['b'], choices, false)).toEqual(['b']);
    expect(chooseSelection(model(), ['B'], choices, false)).toEqual(['b']);
  });
  it('is one value where only one can be on', () => {
    expect(chooseSelection(model(), ['a', 'b'], choices, false)).toEqual(['a']);
    expect(chooseSelection(model({ multi: true }), ['a', 'b'], choices, false)).toEqual(['a', 'b']);
  });
  it('falls back to All where it is offered, else to the first', () => {
    expect(chooseSelection(model({ includeAll: true }), ['gone'], choices, false)).toEqual([
      '$__all',
    ]);
    expect(chooseSelection(model(), ['gone'], choices, false)).toEqual(['a']);
    expect(chooseSelection(model(), ['$__all'], choices, false)).toEqual(['a']);
  });
  it('keeps what was asked for though it is not on offer', () => {
    expect(chooseSelection(model(), ['gone'], choices, true)).toEqual(['gone']);
  });
  it('is All or some, never both', () => {
    expect(toggleSelection(['$__all'], 'a', true)).toEqual(['a']);
    expect(toggleSelection(['a', 'b'], '$__all', true)).toEqual(['$__all']);
    expect(toggleSelection(['a'], 'a', true)).toEqual(['$__all']);
    expect(toggleSelection(['a'], 'a', false)).toEqual([]);
  });
  it('is shown in a few words', () => {
    expect(selectionText(['a', 'b', 'c'], choices)).toEqual({ text: 'A, B', more: 1 });
    expect(selectionText([], choices)).toEqual({ text: 'None', more: 0 });
  });
});
