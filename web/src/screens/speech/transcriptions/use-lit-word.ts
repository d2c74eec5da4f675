import { type RefObject, useEffect } from 'react'
import { findWord } from './find-word.ts'
import type { WordPosition } from './word-positions.ts'

/** Highlights the spoken word in the DOM: rerendering all words each frame would be too slow. */
export function useLitWord(
  media: RefObject<HTMLMediaElement | null>,
  list: RefObject<HTMLElement | null>,
  places: readonly WordPosition[],
): void {
  // Runs after every render, because the player may only now be mounted.
  useEffect(() => {
    const player = media.current
    if (!player) return
    let lit: HTMLElement | null | undefined
    let litAt = -1
    let frame = 0
    const light = () => {
      const at = findWord(places, player.currentTime * 1000)
      if (at === litAt) return
      litAt = at
      lit?.removeAttribute('data-lit')
      lit = at < 0 ? undefined : list.current?.querySelector<HTMLElement>(`[data-word="${at}"]`)
      lit?.setAttribute('data-lit', '')
      if (!player.paused) lit?.scrollIntoView({ block: 'nearest' })
    }
    const follow = () => {
      light()
      frame = player.paused ? 0 : requestAnimationFrame(follow)
    }
    const begin = () => {
      cancelAnimationFrame(frame)
      follow()
    }
    const moments = ['play', 'pause', 'seeked', 'timeupdate'] as const
    for (const moment of moments) player.addEventListener(moment, begin)
    begin()
    return () => {
      for (const moment of moments) player.removeEventListener(moment, begin)
      cancelAnimationFrame(frame)
      lit?.removeAttribute('data-lit')
    }
  })
}
