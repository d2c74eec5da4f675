import { useEffect, useMemo, useRef, useState } from 'react'
import { isRichText } from './markdown-text.ts'
import type { CheckerMessage } from './rich-check.worker.ts'

/** Shorter texts are checked at once, whatever is in them. */
const maxInstantLength = 500
/** Texts that take longer, such as a thousand nested quotes, stay Markdown. */
const maxCheckMs = 5000
/** While someone types Markdown, the check waits for a pause. */
const pauseMs = 200

/**
 * Whether rich text keeps everything in a Markdown text; undefined while that is checked. `wasRich`
 * is the last answer. A worker checks long texts, because some take minutes to parse.
 */
export function useRichCheck(text: string, own: string | undefined) {
  const instant = useMemo(() => {
    // What the rich text editor wrote itself needs no check.
    if (text === own) return true
    return text.length <= maxInstantLength ? isRichText(text) : undefined
  }, [text, own])
  const [checked, setChecked] = useState<{ text: string; isRich: boolean }>()
  const isRich = instant ?? (checked?.text === text ? checked.isRich : undefined)
  const last = useRef<boolean>(undefined)
  const wasRich = isRich ?? last.current
  last.current = wasRich
  const isFirst = wasRich === undefined
  const isOpen = isRich === undefined
  useEffect(() => {
    if (!isOpen) return
    let stop: (() => void) | undefined
    const start = () => {
      stop = checkInWorker(text, (answer) => setChecked({ text, isRich: answer }))
    }
    const timer = setTimeout(start, isFirst ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [text, isOpen, isFirst])
  return { isRich, wasRich }
}

function checkInWorker(text: string, tell: (isRich: boolean) => void): () => void {
  // Vite only bundles a worker whose URL stands here.
  const worker = new Worker(new URL('./rich-check.worker.ts', import.meta.url), { type: 'module' })
  const end = (isRich: boolean) => {
    stop()
    tell(isRich)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    worker.terminate()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<CheckerMessage>) => {
    if (data !== 'ready') return end(data)
    // Loading the worker may take longer, and says nothing about the text.
    timer = setTimeout(() => end(false), maxCheckMs)
    worker.postMessage(text)
  })
  worker.addEventListener('error', () => end(false))
  return stop
}
