import { useEffect, useRef } from 'react'

export type Keys = Partial<Record<string, () => void>>

const writing = 'input, textarea, select, [contenteditable="true"]'
const inFront = '[role="dialog"], [role="menu"], [role="listbox"]'

const maxPauseMs = 1500
let prefixAt = Number.NEGATIVE_INFINITY
let stroke = ''

// Runs before the shortcuts, so that the second key of "g i" triggers nothing else.
addEventListener(
  'keydown',
  ({ key }) => {
    const isSecond = performance.now() - prefixAt < maxPauseMs
    stroke = isSecond ? `g ${key}` : key
    prefixAt = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY
  },
  { capture: true },
)

/** Whether a field, menu or dialog gets the key. The code editor is in a shadow tree. */
function isTaken(event: KeyboardEvent): boolean {
  const elements = event.composedPath().filter((node) => node instanceof Element)
  return elements.some((element) => element.matches(`${writing}, ${inFront}`))
}

/**
 * Shortcuts of one key, or of `g` and a key (`g i`). They are inactive while a person types or uses
 * a menu or dialog.
 */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTaken(event)) return
      const act = now.current[stroke]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
