import type { LucideIcon } from 'lucide-react'

/** Something that the palette leads to, or does. */
export interface Found {
  /** Different from all others. */
  key: string
  title: string
  /** Beside the title, such as the slug of a task. */
  note?: string
  icon: LucideIcon
  /** An address of the console, or what is done. */
  leads: string | (() => void)
}

export interface FoundGroup {
  name: string
  items: Found[]
}

/** Text of several lines in one, as a title. */
export function asTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 90 ? `${line.slice(0, 90).trimEnd()} …` : line
}
