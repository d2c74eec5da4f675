import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, TextArea, TextField } from 'react-aria-components'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buildPlace, readDraft, writeDraft } from '../../ui/drafts.ts'
import popover from '../../ui/popover.module.css'
import { submit } from '../../ui/submit.ts'
import styles from './comment-box.module.css'
import { findMentionQuery, toTyped, toWritten } from './mentions.ts'

export interface CommentBoxProps {
  label: string
  /** The current text, when editing a comment. */
  comment?: string
  button: string
  /** The people to mention: names by id. */
  people: ReadonlyMap<number, string>
  /** If this fails, the text stays in the box. */
  onSend: (comment: string) => Promise<unknown>
  onCancel?: () => void
}

/** An id and a name. */
type Person = [number, string]

const maxShown = 6

/** A comment field. Typing @ suggests people of the workspace. */
export function CommentBox({
  label,
  comment = '',
  button,
  people,
  onSend,
  onCancel,
}: CommentBoxProps) {
  const isNew = onCancel === undefined
  const { text, mentions, setDraft, send } = useDraftComment({ label, comment, isNew, onSend })
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [isShut, setShut] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const asked = isShut ? undefined : findMentionQuery(text, caret)
  const found = asked
    ? [...people].filter(([, name]) => hasTerm(name, asked.term)).slice(0, maxShown)
    : []
  const chosen = found[Math.min(at, found.length - 1)]

  const mention = ([id, name]: Person) => {
    if (!asked) return
    const next = `${text.slice(0, asked.start)}@${name} ${text.slice(caret)}`
    setDraft({ text: next, mentions: new Map([...mentions, [name, id]]) })
    const end = asked.start + name.length + 2
    setCaret(end)
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end))
  }
  const onKey = (event: KeyboardEvent) => {
    if (chosen && (event.key === 'Enter' || event.key === 'Tab')) mention(chosen)
    else if (chosen && event.key === 'ArrowDown') setAt((at + 1) % found.length)
    else if (chosen && event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length)
    else if (chosen && event.key === 'Escape') setShut(true)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Form className={styles.box} onSubmit={submit(() => send())}>
      <TextField
        aria-label={label}
        value={text}
        maxLength={10_000}
        autoFocus={!isNew}
        onChange={(next) => {
          setDraft({ text: next, mentions })
          setCaret(area.current?.selectionStart ?? next.length)
          setShut(false)
          setAt(0)
        }}
      >
        <TextArea
          ref={area}
          rows={2}
          className={styles.area}
          placeholder="Supports Markdown. Type @ to mention someone."
          aria-autocomplete="list"
          aria-controls={chosen ? listId : undefined}
          aria-activedescendant={chosen ? `${listId}-${chosen[0]}` : undefined}
          onKeyDown={onKey}
        />
      </TextField>
      {chosen && <Suggestions id={listId} people={found} chosen={chosen} onPick={mention} />}
      <div className={styles.buttons}>
        {onCancel && (
          <Button size="small" onPress={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" kind="first" size="small" isDisabled={text.trim() === ''}>
          {button}
        </Button>
      </div>
    </Form>
  )
}

interface DraftProps extends Pick<CommentBoxProps, 'label' | 'onSend'> {
  comment: string
  isNew: boolean
}

/** The draft is kept until the server has the comment. */
function useDraftComment({ label, comment, isNew, onSend }: DraftProps) {
  const [place] = useState(() => buildPlace(isNew ? label : `${label} ${comment}`))
  const [{ text, mentions }, setDraft] = useState(() => toTyped(readDraft(place) ?? comment))
  const [sending, setSending] = useState('')
  useEffect(() => {
    const written = toWritten(text, mentions) || sending
    writeDraft(place, written === comment ? undefined : written)
  }, [place, text, mentions, sending, comment])
  const send = async () => {
    if (text.trim() === '') return
    const sent = { text, mentions }
    const written = toWritten(text.trim(), mentions)
    // When editing, the text stays until it is saved.
    if (isNew) setDraft(toTyped(''))
    setSending(written)
    try {
      await onSend(written)
      if (!isNew) writeDraft(place, undefined)
    } catch {
      setDraft((now) => (now.text === '' ? sent : now))
    }
    setSending('')
  }
  return { text, mentions, setDraft, send }
}

interface SuggestionsProps {
  id: string
  people: Person[]
  chosen: Person
  onPick: (person: Person) => void
}

function Suggestions({ id: listId, people, chosen, onPick }: SuggestionsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="People"
      className={`${popover.popover} ${styles.list}`}
    >
      {people.map(([id, name]) => (
        <div
          key={id}
          id={`${listId}-${id}`}
          role="option"
          tabIndex={-1}
          aria-selected={id === chosen[0]}
          className={`${popover.option} ${styles.option}`}
          onPointerDown={(event) => {
            event.preventDefault()
            onPick([id, name])
          }}
        >
          <Avatar name={name} size={20} /> {name}
        </div>
      ))}
    </div>
  )
}

function hasTerm(name: string, term: string): boolean {
  return name.toLowerCase().includes(term.toLowerCase())
}
