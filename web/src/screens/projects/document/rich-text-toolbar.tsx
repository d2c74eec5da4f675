import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  SquareCode,
  Strikethrough,
  TextQuote,
  Undo2,
} from 'lucide-react'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { type Format, findLink, formats, setLink } from './formats.ts'
import { LinkDialog } from './link-dialog.tsx'
import styles from './rich-text.module.css'

const tools: [Format, LucideIcon][] = [
  [formats.heading1, Heading1],
  [formats.heading2, Heading2],
  [formats.heading3, Heading3],
  [formats.bold, Bold],
  [formats.italic, Italic],
  [formats.strike, Strikethrough],
  [formats.code, Code],
  [formats.bullets, List],
  [formats.numbers, ListOrdered],
  [formats.quote, TextQuote],
  [formats.codeBlock, SquareCode],
]

const steps: [Format, LucideIcon][] = [
  [formats.undo, Undo2],
  [formats.redo, Redo2],
]

interface Props {
  view: EditorView
  state: EditorState
}

/** Formatting by press. Arrow keys move between the buttons. */
export function RichTextToolbar({ view, state }: Props) {
  const [link, setLinkText] = useState<string>()
  const button = ([format, Icon]: [Format, LucideIcon]) => (
    <Button
      key={format.label}
      aria-label={format.label}
      aria-pressed={steps.some(([one]) => one === format) ? undefined : format.isOn(state)}
      data-on={format.isOn(state) || undefined}
      isDisabled={!format.apply(state)}
      className={styles.tool}
      onPress={() => {
        format.apply(view.state, view.dispatch)
        view.focus()
      }}
    >
      <Icon size={16} aria-hidden />
    </Button>
  )
  return (
    <Toolbar aria-label="Formatting" className={styles.toolbar}>
      {tools.map(button)}
      <Button
        aria-label="Link"
        aria-pressed={findLink(state) !== ''}
        data-on={findLink(state) !== '' || undefined}
        className={styles.tool}
        onPress={() => setLinkText(findLink(state))}
      >
        <Link2 size={16} aria-hidden />
      </Button>
      {steps.map(button)}
      {link !== undefined && (
        <LinkDialog
          href={link}
          onClose={() => setLinkText(undefined)}
          onSet={(href) => {
            setLinkText(undefined)
            setLink(href)(view.state, view.dispatch)
            view.focus()
          }}
        />
      )}
    </Toolbar>
  )
}
