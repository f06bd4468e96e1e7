/** Colours of code, from the tokens of the theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlights = HighlightStyle.define([
  { tag: [tags.propertyName, tags.labelName, tags.attributeName], color: 'var(--x1)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--x2)' },
  { tag: tags.number, color: 'var(--x3)' },
  { tag: [tags.bool, tags.null, tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--x4)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], color: 'var(--x1)' },
  { tag: [tags.punctuation, tags.operator], color: 'var(--fg-3)' },
  { tag: tags.comment, color: 'var(--fg-3)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--crit)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--fg)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--fg-3)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-line) !important',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-panels': { backgroundColor: 'var(--bg-raised)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panels input, .cm-panels button': {
    background: 'var(--bg-inset)',
    color: 'var(--fg)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--bg-raised)', border: '1px solid var(--line)', color: 'var(--fg)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--fg-3)' },
  '.cm-placeholder': { color: 'var(--fg-3)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-active)', border: '0', color: 'var(--fg-3)' },
});

export const appearance: Extension = [syntaxHighlighting(highlights), theme];
