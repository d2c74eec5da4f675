import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './code-field.module.css'
import { createEditor } from './code-mirror.ts'
import type { Suggestions } from './completions.ts'

export interface CodeFieldHandle {
  goTo(offset: number): void
}

interface Props {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (text: string) => void
  /** Errors by their offset; each is marked up to the end of its line. */
  errors: { offset: number; message: string }[]
  suggest: (text: string, offset: number) => Suggestions | undefined
  ref: Ref<CodeFieldHandle>
}

/** A JSON editor with line numbers, highlighting, completion and errors in place. */
export function CodeField({ label, value, isReadOnly, onChange, errors, suggest, ref }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ value, onChange, suggest })
  latest.current = { value, onChange, suggest }
  useEffect(() => {
    const element = host.current as HTMLDivElement
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const editor = createEditor({
      root,
      label,
      text: latest.current.value,
      isReadOnly,
      onChange: (text) => latest.current.onChange(text),
      suggest: (text, offset) => latest.current.suggest(text, offset),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, isReadOnly])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    const changes = { from: 0, to: editor.state.doc.length, insert: value }
    editor.dispatch({ changes })
  }, [value])
  useEffect(() => {
    const { current: editor } = view
    if (!editor) return
    const { doc } = editor.state
    const diagnostics = errors.map(({ offset, message }) => {
      const from = Math.min(offset, doc.length)
      return { from, to: doc.lineAt(from).to, severity: 'error' as const, message }
    })
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [errors])
  useImperativeHandle(ref, () => ({
    goTo: (offset) => {
      const { current: editor } = view
      if (!editor) return
      editor.focus()
      const anchor = Math.min(offset, editor.state.doc.length)
      editor.dispatch({ selection: { anchor }, scrollIntoView: true })
    },
  }))
  return <div ref={host} className={styles.host} />
}
