import { useEffect, useRef } from 'react'

export type Keys = Partial<Record<string, () => void>>

const writing = 'input, textarea, select, [contenteditable="true"]'
const inFront = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Single-key shortcuts, inactive while a person types or uses a menu or dialog. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(writing) || target.closest(inFront)) return
      const act = now.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
