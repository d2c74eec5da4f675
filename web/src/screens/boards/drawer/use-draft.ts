import { useState } from 'react'
import type { KeyboardEvent } from 'react-aria-components'

/**
 * A value that is edited in place. Remote changes don't interrupt typing. Leaving the field saves,
 * Escape discards the changes.
 */
export function useDraft(
  value: string,
  save: (next: string) => void,
  isLine = true,
  /** Text that could not be saved earlier. */
  unsaved?: string,
) {
  const [draft, setDraft] = useState(unsaved)
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
      } else if (event.key === 'Enter' && (isLine || event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        finish()
      } else {
        event.continuePropagation()
      }
    },
  }
}
