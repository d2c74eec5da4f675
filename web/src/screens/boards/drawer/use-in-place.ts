import { useState } from 'react'
import type { KeyboardEvent } from 'react-aria-components'

/**
 * A value that is edited in place. Remote changes don't interrupt typing. Leaving the field saves,
 * Escape discards the changes. If saving fails, the typed value stays in the field.
 */
export function useInPlace(value: string, save: (next: string) => Promise<unknown>) {
  const [draft, setDraft] = useState<string>()
  const finish = async () => {
    setDraft(undefined)
    if (draft === undefined || draft === value) return
    try {
      await save(draft)
    } catch {
      setDraft((now) => now ?? draft)
    }
  }
  return {
    value: draft ?? value,
    onChange: setDraft,
    onBlur: () => void finish(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && draft !== undefined) {
        setDraft(undefined)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        void finish()
      } else {
        event.continuePropagation()
      }
    },
  }
}
