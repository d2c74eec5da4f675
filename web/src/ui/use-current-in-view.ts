import { type RefObject, useEffect, useRef } from 'react'

/** For a strip of links or choices that may be wider than a phone: keeps the current one in view. */
export function useCurrentInView<T extends HTMLElement>(current: string): RefObject<T | null> {
  const strip = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another item becomes current
  useEffect(() => {
    strip.current
      ?.querySelector('[aria-current], [data-selected]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return strip
}
