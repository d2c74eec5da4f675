import { useEffect, useRef } from 'react'

/** A key of its own for what is done often; not while somebody types or something is in front. */
export function useKey(key: string, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && isTyping(target)) return
      if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [key])
}

function isTyping(element: HTMLElement): boolean {
  return element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
}
