import { type RefObject, useEffect, useRef, useState } from 'react'
import { CardDrag, type Drag, type DragTargets } from './card-drag.ts'
import { watchDrags } from './watch-drags.ts'

interface Options extends DragTargets {
  board: RefObject<HTMLElement | null>
  isEnabled: boolean
}

/** Drags cards by mouse, pen and touch. */
export function useCardDrag({ board, isEnabled, ...targets }: Options): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef<DragTargets>(targets)
  latest.current = targets

  useEffect(() => {
    const root = board.current
    if (!root || !isEnabled) return
    return watchDrags(
      root,
      (card, at) => new CardDrag({ root, latest, onChange: setDrag }, card, at),
    )
  }, [board, isEnabled])
  return drag
}
