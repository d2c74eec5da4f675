import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Size } from '../frame-geometry.ts'
import { isNews, type Point, thinOut } from './strokes.ts'
import { usePinch } from './use-pinch.ts'

interface Props {
  picture: Size
  /** The drawn size of one image pixel. */
  scale: number
  /** The diameter of the brush in image pixels. */
  width: number
  onStroke: (points: Point[]) => void
  onUndo: () => void
  /** Two fingers moved the picture by this distance, and apart by this ratio. */
  onPinch: (dx: number, dy: number, ratio: number) => void
}

type Holder = number | 'keys'

/** Where the brush is while it doesn't paint. */
interface Tip {
  point: Point
  isByKeys: boolean
}

const arrows: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A brush for mouse, pen, one finger and the keyboard. */
export function useBrush({ picture, scale, width, onStroke, onUndo, onPinch }: Props) {
  // Several events can come before React renders again.
  const current = useRef<{ holder: Holder; points: Point[]; isPen: boolean }>(undefined)
  const [points, setPoints] = useState<Point[]>()
  const [tip, setTip] = useState<Tip>()
  const pinch = usePinch(onPinch)

  const extend = (point: Point) => {
    const stroke = current.current
    if (!stroke || !isNews(stroke.points.at(-1), point, width)) return
    stroke.points = [...stroke.points, point]
    setPoints(stroke.points)
  }
  const start = (holder: Holder, point: Point, isPen = false) => {
    current.current = { holder, points: [point], isPen }
    setPoints([point])
  }
  const finish = (holder: Holder) => {
    const stroke = current.current
    if (stroke?.holder !== holder) return
    current.current = undefined
    setPoints(undefined)
    onStroke(thinOut(stroke.points))
  }
  const drop = () => {
    current.current = undefined
    setPoints(undefined)
  }
  const readPoint = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return [(clientX - left) / scale, (clientY - top) / scale]
  }
  const lift = (event: PointerEvent<HTMLElement>) => {
    pinch.remove(event)
    finish(event.pointerId)
  }
  const step = (event: KeyboardEvent, [x, y]: Point) => {
    const pixels = Math.max(1, event.shiftKey ? width * 4 : width / 2)
    const [left, top] = tip?.point ?? findMiddle(picture)
    const next: Point = [
      Math.min(picture.width, Math.max(0, left + x * pixels)),
      Math.min(picture.height, Math.max(0, top + y * pixels)),
    ]
    setTip({ point: next, isByKeys: true })
    if (current.current?.holder === 'keys') extend(next)
  }
  const press = (event: KeyboardEvent): boolean => {
    const arrow = arrows[event.key]
    const isDown = current.current?.holder === 'keys'
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    if (arrow) step(event, arrow)
    else if (isUndo) onUndo()
    else if (event.key === 'Escape' && isDown) finish('keys')
    else if (event.key !== ' ' && event.key !== 'Enter') return false
    else if (isDown) finish('keys')
    else start('keys', tip?.point ?? findMiddle(picture))
    return true
  }

  return {
    points,
    tip,
    isPaintedByKeys: points !== undefined && current.current?.holder === 'keys',
    events: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        const isPen = event.pointerType === 'pen'
        const stroke = current.current
        // The hand that holds a pen may rest on the screen before and while it paints.
        if (stroke?.isPen) return
        if (isPen && stroke?.holder !== 'keys') {
          pinch.clear()
          drop()
        }
        // A second finger moves the picture; what the first one painted meanwhile was no stroke.
        if (pinch.add(event)) return drop()
        if (current.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start(event.pointerId, readPoint(event), isPen)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (pinch.move(event)) return
        if (event.pointerType !== 'touch') setTip({ point: readPoint(event), isByKeys: false })
        if (current.current?.holder === event.pointerId) extend(readPoint(event))
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onLostPointerCapture: lift,
      onPointerLeave: () => setTip(undefined),
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.matches(':focus-visible')) return
        setTip((before) => before ?? { point: findMiddle(picture), isByKeys: true })
      },
      onBlur: () => {
        finish('keys')
        setTip(undefined)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!press(event)) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

const findMiddle = ({ width, height }: Size): Point => [width / 2, height / 2]
