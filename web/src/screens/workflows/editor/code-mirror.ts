import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { diagnosticCount, lintGutter, lintKeymap } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { codeTheme } from './code-theme.ts'
import type { Suggestion, Suggestions } from './completions.ts'
import { expressionTint } from './expression-tint.ts'

interface Options {
  root: ShadowRoot
  label: string
  text: string
  isReadOnly: boolean
  onChange: (text: string) => void
  suggest: (text: string, offset: number) => Suggestions | undefined
}

/**
 * A JSON editor. It stands in a shadow tree, whose style sheets are objects: the content security
 * policy allows no style elements. Tab accepts a suggestion; without one, it leaves the editor.
 */
export function createEditor({ root, label, text, isReadOnly, onChange, suggest }: Options) {
  const extensions = [
    lineNumbers(),
    lintGutter(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    search({ top: true }),
    autocompletion({ override: [createSource(suggest)], icons: false }),
    json(),
    expressionTint,
    codeTheme,
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of((view) => ({
      'aria-label': label,
      'aria-invalid': String(diagnosticCount(view.state) > 0),
      'aria-readonly': String(isReadOnly),
      spellcheck: 'false',
      tabindex: '0',
    })),
    EditorView.updateListener.of(({ docChanged, state, view }) => {
      if (docChanged) onChange(state.doc.toString())
      // Its list scrolls, so it must be reachable by keyboard.
      view.dom.querySelector('.cm-tooltip-autocomplete > ul')?.setAttribute('tabindex', '0')
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      { key: 'Tab', run: acceptCompletion },
    ]),
  ]
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({ doc: text, extensions }),
  })
}

function createSource(suggest: Options['suggest']): CompletionSource {
  return ({ state, pos, explicit }) => {
    const found = suggest(state.doc.toString(), pos)
    const isTyped = found && (found.from < pos || /[.{[]/.test(state.sliceDoc(pos - 1, pos)))
    if (!found || !(explicit || isTyped)) return null
    // Inside quotes, only the text between them is matched.
    const isQuoted = state.sliceDoc(found.from, found.from + 1) === '"'
    const from = isQuoted ? found.from + 1 : found.from
    return {
      from,
      to: pos,
      options: found.options.map((one) => buildCompletion(one, { from: found.from, isQuoted })),
      validFor: /^[\w.-]*$/,
    }
  }
}

interface Target {
  from: number
  isQuoted: boolean
}

function buildCompletion(one: Suggestion, { from, isQuoted }: Target): Completion {
  const { label, detail, info, insert, isRequired } = one
  return {
    label,
    detail,
    ...(info && { info }),
    boost: isRequired ? 1 : 0,
    apply: (view, _completion, start, end) => {
      const until = isQuoted ? end + closing(view, end) : end
      const at = insert.indexOf('#')
      const plain = insert.replace('#', '')
      const begin = isQuoted ? from : start
      view.dispatch({
        changes: { from: begin, to: until, insert: plain },
        selection: { anchor: begin + (at < 0 ? plain.length : at) },
        userEvent: 'input.complete',
      })
      if (at >= 0) startCompletion(view)
    },
  }
}

/** The characters up to and including the closing quote. */
function closing(view: EditorView, from: number): number {
  const rest = view.state.doc.lineAt(from).text.slice(from - view.state.doc.lineAt(from).from)
  const quote = /^(?:[^"\\]|\\.)*"/.exec(rest)
  return quote ? quote[0].length : 0
}
