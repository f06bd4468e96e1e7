/** Colours of code, from the tokens of the theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlights = HighlightStyle.define([
  { tag: [tags.propertyName, tags.labelName, tags.attributeName], color: 'var(--x1)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--x2)' },
  { tag: tags.number, color: 'var(--x3)' },
  {
    tag: [tags.bool, tags.null, tags.keyword, tags.modifier, tags.operatorKeyword],
    color: 'var(--x4)',
  },
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
  '.cm-panels': {
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--fg)',
    borderColor: 'var(--line)',
  },
  '.cm-panels input, .cm-panels button': {
    background: 'var(--bg-inset)',
    color: 'var(--fg)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip': {
    border: '0',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--bg-raised)',
    boxShadow: 'var(--shadow-pop)',
    color: 'var(--fg)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': { padding: '5px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: 'min(240px, 80vw)',
    maxWidth: 'min(560px, calc(100vw - 32px))',
    maxHeight: '286px',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--t-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '26px',
    padding: '0 8px',
    borderRadius: 'var(--r-sm)',
    color: 'var(--fg)',
    lineHeight: '1.4',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li:hover': { backgroundColor: 'var(--bg-hover)' },
  // A ring besides the colour: the state is not shown by a tint alone.
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-hover)',
    boxShadow: 'inset 0 0 0 1px var(--focus)',
    color: 'var(--fg)',
  },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': {
    color: 'var(--accent)',
    fontWeight: '600',
    textDecoration: 'none',
  },
  '.cm-completionDetail': {
    flex: 'none',
    marginLeft: 'auto',
    color: 'var(--fg-2)',
    fontFamily: 'var(--font-ui)',
    fontStyle: 'normal',
  },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: 'min(360px, calc(100vw - 32px))',
    padding: '8px 12px',
    color: 'var(--fg-2)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--t-sm)',
    lineHeight: '1.5',
  },
  // Next to the list there is no room on a phone, and over it the help would hide what it is about.
  '@media (max-width: 760px)': { '.cm-tooltip.cm-completionInfo': { display: 'none' } },
  '.cm-tooltip-lint': { maxWidth: 'min(480px, calc(100vw - 32px))', overflow: 'hidden' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-ui)', fontSize: 'var(--t-sm)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--crit)' },
  '.cm-placeholder': { color: 'var(--fg-3)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-active)', border: '0', color: 'var(--fg-3)' },
});

export const appearance: Extension = [syntaxHighlighting(highlights), theme];
