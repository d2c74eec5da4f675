import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor is in a shadow tree, so it repeats what it needs of the console's style. */
const look = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--code-size)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', borderRadius: 'inherit' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--selection)' },
  '.cm-gutters': {
    border: '0',
    background: 'var(--surface)',
    color: 'var(--text-faint)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 10px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'none' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { background: 'var(--hover)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)', outline: '0' },
  '.cm-foldPlaceholder': {
    border: '0',
    background: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
  },
})

const problems = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '12px', height: '20px' },
  '.cm-lint-marker-error': {
    content: 'none',
    background: 'radial-gradient(circle, var(--bad) 3.5px, transparent 4.5px)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic': { padding: '6px 10px', font: '13px/1.45 var(--font)' },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    overflow: 'hidden',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--raised)',
    boxShadow: 'var(--shadow-high)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '15em',
    padding: '4px',
    fontFamily: 'var(--mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    padding: '4px 8px',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-strong)' },
  '.cm-completionDetail': {
    margin: '0 0 0 auto',
    overflow: 'hidden',
    color: 'var(--text-soft)',
    font: '12px/20px var(--font)',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '280px',
    padding: '8px 10px',
    font: '13px/1.45 var(--font)',
  },
})

const searching = EditorView.theme({
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 34px 8px 10px', font: '13px/1.6 var(--font)' },
  '.cm-panel.cm-search [name=close]': { top: '6px', right: '8px', color: 'var(--text)' },
  '.cm-textfield, .cm-button': {
    minHeight: '26px',
    border: '1px solid var(--field-line)',
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-strong)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--text-soft)' },
])

export const codeTheme = [look, problems, floating, searching, syntaxHighlighting(colours)]
