import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import styles from './json-view.module.css'

/** Longer texts and lists are truncated; a press shows the rest. */
const longText = 300
const longList = 50

/** A value as a collapsible tree. Text written by people keeps its line breaks. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <section aria-label={label} className={styles.view}>
      <Value value={value} depth={0} />
    </section>
  )
}

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value === 'string') return <LongText text={value} />
  if (typeof value !== 'object' || value === null) {
    return <span className={styles.plain}>{String(value)}</span>
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return <span className={styles.plain}>{isList ? '[ ]' : '{ }'}</span>
  return <Entries entries={entries} depth={depth} />
}

function Entries({ entries, depth }: { entries: [string, unknown][]; depth: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, longList)
  return (
    <ul className={styles.entries}>
      {shown.map(([name, value]) => (
        <Entry key={name} name={name} value={value} depth={depth} />
      ))}
      {shown.length < entries.length && (
        <li>
          <More onPress={() => setWhole(true)}>{entries.length - shown.length} more</More>
        </li>
      )}
    </ul>
  )
}

function Entry({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const [isOpen, setOpen] = useState(depth < 2)
  const size = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  if (size === 0) {
    return (
      <li className={styles.leaf}>
        <span className={styles.name}>{name}</span>
        <Value value={value} depth={depth + 1} />
      </li>
    )
  }
  return (
    <li>
      <Button className={styles.fold} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <ChevronRight size={12} aria-hidden />
        <span className={styles.name}>{name}</span>
        <small>{Array.isArray(value) ? `[${size}]` : `{${size}}`}</small>
      </Button>
      {isOpen && <Value value={value} depth={depth + 1} />}
    </li>
  )
}

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > longText && !isWhole
  return (
    <span className={styles.text}>
      {isCut ? `${text.slice(0, longText)}…` : text}
      {isCut && <More onPress={() => setWhole(true)}>Show all {text.length} characters</More>}
    </span>
  )
}

function More({ onPress, children }: { onPress: () => void; children: React.ReactNode }) {
  return (
    <Button className={styles.more} onPress={onPress}>
      {children}
    </Button>
  )
}
