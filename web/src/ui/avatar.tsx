import { Bot } from 'lucide-react'
import styles from './avatar.module.css'

interface Props {
  name: string
  /** Agents get a different avatar, so that nobody mistakes them for people. */
  isAgent?: boolean
  size?: number
}

/** Initials for a person, an icon for an agent. Decorative: the name is shown next to it. */
export function Avatar({ name, isAgent = false, size = 24 }: Props) {
  const tone = styles[`tone${isAgent ? 'Agent' : chooseTone(name)}`]
  return (
    <span
      aria-hidden
      title={name}
      className={`${styles.avatar} ${tone}`}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
    >
      {isAgent ? <Bot size={Math.round(size * 0.62)} /> : writeInitials(name)}
    </span>
  )
}

function writeInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

function chooseTone(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 997
  return sum % 5
}
