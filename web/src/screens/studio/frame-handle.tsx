import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Extend, type Handle, maxPixels } from './frame-geometry.ts'
import styles from './outpaint-frame.module.css'

interface Props {
  handle: Handle
  extend: Extend
  /** The drawn size of one image pixel. */
  scale: number
  onHold: () => void
  onRelease: () => void
  /** Called with the frame at the start of the drag, and the distance in image pixels. */
  onMove: (from: Extend, dx: number, dy: number) => void
}

const step = 8
const bigStep = 64
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** An edge or corner of the frame, for mouse, touch and arrow keys. */
export function FrameHandle({ handle, extend, scale, onHold, onRelease, onMove }: Props) {
  const grip = useRef<{ x: number; y: number; from: Extend; scale: number }>(undefined)
  const pull = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { x: event.clientX, y: event.clientY, from: extend, scale }
      onHold()
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = grip.current
      if (!held) return
      const dx = (event.clientX - held.x) / held.scale
      const dy = (event.clientY - held.y) / held.scale
      onMove(held.from, dx, dy)
    },
    onLostPointerCapture: () => {
      grip.current = undefined
      onRelease()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const [x, y] = arrows[event.key] ?? [0, 0]
      if (x === 0 && y === 0) return
      event.preventDefault()
      const pixels = event.shiftKey ? bigStep : step
      onMove(extend, x * pixels, y * pixels)
    },
  }
  const className = `${styles.handle} ${styles[handle]}`
  if (handle.includes('-')) {
    const label = `Drag the ${handle.replace('-', ' ')} corner`
    return <button type="button" aria-label={label} className={className} {...pull} />
  }
  const pixels = extend[handle as keyof Extend]
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Drag the ${handle} edge`}
      aria-orientation={handle === 'left' || handle === 'right' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={maxPixels}
      aria-valuenow={pixels}
      aria-valuetext={`${pixels} pixels added`}
      className={className}
      {...pull}
    />
  )
}
