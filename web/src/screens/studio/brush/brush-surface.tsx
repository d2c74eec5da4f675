import { type ReactNode, useId } from 'react'
import type { Size } from '../frame-geometry.ts'
import styles from './brush.module.css'
import { StrokeLines } from './stroke-lines.tsx'
import type { Intent, PaintedStroke, Point } from './strokes.ts'
import { useBrush } from './use-brush.ts'

const edgePixels = 1.5

interface Props {
  picture: Size
  scale: number
  intent: Intent
  width: number
  strokes: PaintedStroke[]
  onStroke: (points: Point[]) => void
  onUndo: () => void
  onPinch: (dx: number, dy: number, ratio: number) => void
  /** The picture itself. */
  children: ReactNode
}

/** The picture to paint on, with the strokes over it. */
export function BrushSurface(props: Props) {
  const { picture, scale, intent, width, strokes, children } = props
  const { points, tip, isPaintedByKeys, events } = useBrush(props)
  const help = useId()
  const edge = edgePixels / scale
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard paints here
      tabIndex={0}
      aria-label="Painting area"
      aria-describedby={help}
      className={styles.surface}
      style={{ width: picture.width * scale, height: picture.height * scale }}
      {...events}
    >
      {children}
      <svg
        aria-hidden
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        className={styles.overlay}
      >
        <StrokeLines strokes={strokes} edge={edge} />
        {points && <StrokeLines strokes={[{ intent, points, width }]} edge={edge} />}
        {tip && (
          <g
            className={`${styles.tip} ${styles[intent]}`}
            ref={(element) => void (tip.isByKeys && element?.scrollIntoView(nearest))}
          >
            <circle cx={tip.point[0]} cy={tip.point[1]} r={width / 2} />
            <circle cx={tip.point[0]} cy={tip.point[1]} r={width / 2} />
          </g>
        )}
      </svg>
      <p id={help} className="unseen">
        The arrow keys move the brush, with Shift farther. Space starts and ends a stroke. Control Z
        undoes the last one.
      </p>
      <p role="status" className="unseen">
        {isPaintedByKeys ? 'Painting' : strokes.length > 0 && `Strokes: ${strokes.length}`}
      </p>
    </div>
  )
}

const nearest = { block: 'nearest', inline: 'nearest' } as const
