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
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(writing) || target.closest(inFront)) return
      const act = now.current[stroke]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
