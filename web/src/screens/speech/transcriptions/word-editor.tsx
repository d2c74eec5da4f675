import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './words.module.css'

interface Props {
  text: string
  isLong: boolean
  /** Undefined if unchanged. */
  onFinish: (text: string | undefined) => void
}

/** Enter or a click outside saves, Escape discards. */
export function WordEditor({ text, isLong, onFinish }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const [value, setValue] = useState(text)
  useEffect(() => input.current?.select(), [])
  const finish = (isKept: boolean) => {
    if (isOver.current) return
    isOver.current = true
    onFinish(isKept && value.trim() !== text ? value : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(true)
    else if (event.key === 'Escape') finish(false)
    else return
    event.preventDefault()
  }
  return (
    <input
      ref={input}
      aria-label={`Correct “${text}”`}
      className={isLong ? styles.longEditor : styles.editor}
      size={Math.max(4, value.length + 1)}
      maxLength={isLong ? 10_000 : 200}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  )
}
