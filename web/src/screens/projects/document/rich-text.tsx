import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { parseMarkdown, writeMarkdown } from './markdown-text.ts'
import styles from './rich-text.module.css'
import { plugins } from './rich-text-plugins.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

interface Props {
  label: string
  /** Markdown that `isRichText` accepts. */
  value: string
  isReadOnly: boolean
  onChange: (markdown: string) => void
}

const placeholder = 'Write the text here. Markdown such as # or - becomes formatting.'

function isEmpty({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0
}

const createState = (text: string) => EditorState.create({ doc: parseMarkdown(text), plugins })

/** Edits Markdown as rich text. Opening a text never changes it; only an edit writes it anew. */
export function RichText({ label, value, isReadOnly, onChange }: Props) {
  const mount = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView>()
  const [state, setState] = useState<EditorState>()
  const latest = useRef({ value, onChange })
  latest.current.onChange = onChange
  useEffect(() => {
    const editor = new EditorView(mount.current, {
      state: createState(latest.current.value),
      editable: () => !isReadOnly,
      attributes: ({ doc }) => ({
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-readonly': String(isReadOnly),
        tabindex: '0',
        'aria-placeholder': placeholder,
        ...(isEmpty(doc) && { 'data-placeholder': placeholder }),
      }),
      dispatchTransaction: (transaction) => {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        latest.current.value = writeMarkdown(next.doc)
        latest.current.onChange(latest.current.value)
      },
    })
    setView(editor)
    setState(editor.state)
    return () => editor.destroy()
  }, [label, isReadOnly])
  useEffect(() => {
    // Only a text from elsewhere replaces the state; the editor's own keeps cursor and history.
    if (!view || view.isDestroyed || latest.current.value === value) return
    latest.current.value = value
    view.updateState(createState(value))
    setState(view.state)
  }, [view, value])
  return (
    <div className={styles.box}>
      {view && state && !isReadOnly && <RichTextToolbar view={view} state={state} />}
      <div ref={mount} className={styles.text} />
    </div>
  )
}
