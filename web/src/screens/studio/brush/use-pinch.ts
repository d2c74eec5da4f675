import { type PointerEvent, useRef } from 'react'

interface Finger {
  x: number
  y: number
}

/** Two fingers that move and enlarge. */
export function usePinch(onPinch: (dx: number, dy: number, ratio: number) => void) {
  const fingers = useRef(new Map<number, Finger>()).current
  const readFinger = ({ clientX, clientY }: PointerEvent): Finger => ({ x: clientX, y: clientY })
  return {
    /** Whether there are now several fingers. */
    add: (event: PointerEvent): boolean => {
      if (event.pointerType === 'touch') fingers.set(event.pointerId, readFinger(event))
      return fingers.size > 1
    },
    /** Whether it was one of several fingers. */
    move: (event: PointerEvent): boolean => {
      if (fingers.size < 2 || !fingers.has(event.pointerId)) return false
      const before = measureSpan([...fingers.values()])
      fingers.set(event.pointerId, readFinger(event))
      const after = measureSpan([...fingers.values()])
      onPinch(after.x - before.x, after.y - before.y, after.length / before.length)
      return true
    },
    remove: ({ pointerId }: PointerEvent) => void fingers.delete(pointerId),
    clear: () => fingers.clear(),
  }
}

function measureSpan([one = { x: 0, y: 0 }, other = one]: Finger[]) {
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    length: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
  }
}
