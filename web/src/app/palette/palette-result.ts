import type { LucideIcon } from 'lucide-react'

/** A palette result: a place to open or an action. */
export interface PaletteResult {
  /** Unique among all results. */
  key: string
  title: string
  /** Next to the title, such as a task's slug. */
  note?: string
  icon: LucideIcon
  /** A console URL to open, or an action to run. */
  leads: string | (() => void)
}

export interface FoundGroup {
  name: string
  items: PaletteResult[]
}

/** Collapses multiline text into one line, for a title. */
export function asTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 90 ? `${line.slice(0, 90).trimEnd()} …` : line
}
