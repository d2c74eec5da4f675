import { useState } from 'react'
import type { KeyboardEvent } from 'react-aria-components'

/**
 * A value that is edited in place. Remote changes don't interrupt typing. Leaving the field saves,
 * Escape discards the changes.
 */
export function useDraft(value: string, save: (next: string) => void) {
  const [draft, setDraft] = useState<string>()
  const finish = () => {
    if (draft !== undefined && draft !== value) save(draft)
    setDraft(undefined)
  }
  return {
    value: draft ?? value,
    onChange: setDraft,
    onBlur: finish,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && draft !== undefined) {
        setDraft(undefined)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        finish()
      } else {
        event.continuePropagation()
      }
    },
  }
}
