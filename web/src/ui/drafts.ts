import { useEffect, useState } from 'react'

/**
 * Unsent input, kept in this browser until it is sent or discarded. It survives a closed dialog, a
 * reload, a crash and an expired session. Only its author sees it again.
 */
const prefix = 'draft '
const maxAgeMs = 30 * 86_400_000

/** The person and the workspace that drafts belong to. Without them, nothing is kept. */
let owner: string | undefined

interface Stored {
  at: number
  value: unknown
}

export function openDrafts(userId: number, workspaceId: number): void {
  owner = `${userId}.${workspaceId}`
  for (const key of draftKeys()) {
    const { at } = parse(localStorage.getItem(key)) ?? { at: 0 }
    if (at < Date.now() - maxAgeMs) localStorage.removeItem(key)
  }
}

/** Deletes a person's drafts when they sign out, because others may use this browser. */
export function forgetDrafts(): void {
  const [userId] = owner?.split('.') ?? []
  for (const key of draftKeys()) {
    if (key.startsWith(`${prefix}${userId}.`)) localStorage.removeItem(key)
  }
  owner = undefined
}

/** Identifies an input on the page; another URL is another place. */
export function buildPlace(label: string): string {
  return `${location.pathname} ${label}`
}

export function readDraft<T>(place: string): T | undefined {
  if (owner === undefined) return undefined
  return parse(localStorage.getItem(buildKey(place)))?.value as T | undefined
}

/** `undefined` removes the draft. */
export function writeDraft(place: string, value: unknown): void {
  if (owner === undefined) return
  try {
    if (value === undefined) localStorage.removeItem(buildKey(place))
    else localStorage.setItem(buildKey(place), JSON.stringify({ at: Date.now(), value }))
  } catch {
    // The browser's storage is full. The text is still on the page.
  }
}

/** State that is kept as a draft while it differs from its initial value. */
export function useDraft<T>(place: string, initial: () => T) {
  const [first] = useState(initial)
  const [state, setState] = useState(() => {
    const stored = readDraft<T>(place)
    return { value: stored ?? first, isRestored: stored !== undefined }
  })
  const { value } = state
  useEffect(
    () => writeDraft(place, isSame(value, first) ? undefined : value),
    [place, value, first],
  )
  return {
    ...state,
    isChanged: !isSame(value, first),
    set: (next: T) => setState((before) => ({ ...before, value: next })),
    /** Also when the form closes at once, after it was sent. */
    discard: () => {
      writeDraft(place, undefined)
      setState({ value: first, isRestored: false })
    },
  }
}

function buildKey(place: string): string {
  return `${prefix}${owner} ${place}`
}

function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function parse(text: string | null): Stored | undefined {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
