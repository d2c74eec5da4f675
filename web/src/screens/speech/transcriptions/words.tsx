import type { Transcription } from '@atelier/sdk'
import { Pencil } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { PhraseLine } from './phrase-line.tsx'
import type { TextDraft } from './text/use-text-draft.ts'
import { useCorrection } from './use-correction.ts'
import { useLitWord } from './use-lit-word.ts'
import { listPlaces } from './word-positions.ts'
import styles from './words.module.css'

interface Props {
  record: Transcription
  media: RefObject<HTMLMediaElement | null>
  draft: TextDraft
}

const findWord = (target: EventTarget | null): number | undefined => {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]') : null
  return word ? Number(word.dataset.word) : undefined
}

/** A file that is not loaded yet starts as soon as it can; a broken one does not. */
function playFrom(media: HTMLMediaElement, ms: number): void {
  media.currentTime = ms / 1000
  media.play().catch(() => {})
}

/**
 * The transcription word by word. A click plays from there; a second click or Enter corrects. One word is the
 * tab stop; the arrow keys move to its neighbours.
 */
export function Words({ record, media, draft }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const selected = useRef<number>(undefined)
  const [editing, setEditing] = useState<number>()
  const mayCorrect = useMay('transcriptions:write')
  const correct = useCorrection(record, draft.rescue)
  const { phrases } = record.payload
  const places = useMemo(() => listPlaces(phrases), [phrases])
  // Reversed, so that the first word of a phrase is set last and wins.
  const firsts = useMemo(
    () => new Map(places.map(({ phraseAt }, at) => [phraseAt, at] as const).reverse()),
    [places],
  )
  useLitWord(media, list, places)

  const findElement = (at: number) =>
    list.current?.querySelector<HTMLElement>(`[data-word="${at}"]`)
  const reach = (at: number) => {
    const next = findElement(Math.min(places.length - 1, Math.max(0, at)))
    for (const other of list.current?.querySelectorAll('[data-word][tabindex="0"]') ?? []) {
      other.setAttribute('tabindex', '-1')
    }
    next?.setAttribute('tabindex', '0')
    next?.focus()
  }
  const edit = (at: number) => {
    if (mayCorrect) setEditing(at)
  }
  const onClick = ({ target }: MouseEvent) => {
    const at = findWord(target)
    if (at === undefined) return
    if (selected.current === at) return edit(at)
    selected.current = at
    reach(at)
    const place = places[at]
    if (media.current && place) playFrom(media.current, place.start)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = findWord(event.target)
      if (at === undefined) return
      if (event.key === 'ArrowRight') reach(at + 1)
      else if (event.key === 'ArrowLeft') reach(at - 1)
      else if (event.key === 'Enter') edit(at)
      else return
      event.preventDefault()
    }
    const element = list.current
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  })
  const finish = (at: number, text: string | undefined) => {
    setEditing(undefined)
    selected.current = undefined
    if (text !== undefined) correct(places[at], text)
    requestAnimationFrame(() => reach(at))
  }

  if (places.length === 0) return <p className={styles.none}>No speech found.</p>
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard above, before buttons answer to them
    // biome-ignore lint/a11y/noStaticElementInteractions: the words are buttons; this listens for all
    <div ref={list} className={styles.words} onClick={onClick}>
      {mayCorrect && (
        <Button size="small" onPress={draft.open}>
          <Pencil /> Edit as text
        </Button>
      )}
      {phrases.map((phrase, at) => (
        <PhraseLine
          key={phrase.start}
          phrase={phrase}
          first={firsts.get(at) ?? 0}
          isNewSpeaker={phrase.speaker !== undefined && phrase.speaker !== phrases[at - 1]?.speaker}
          editing={editing !== undefined && places[editing]?.phraseAt === at ? editing : undefined}
          onFinish={finish}
        />
      ))}
    </div>
  )
}
