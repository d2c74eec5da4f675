import { memo } from 'react'
import styles from './brush.module.css'
import type { Intent, PaintedStroke, Point } from './strokes.ts'

/** In the order in which they win: where strokes cross, `remove` does. */
const intents: Intent[] = ['fill', 'keep', 'remove']

interface Props {
  strokes: PaintedStroke[]
  /** The width of the light edge in image pixels. */
  edge: number
}

/** Strokes over the picture. Each kind is one layer, so crossings don't get darker. */
export const StrokeLines = memo(function StrokeLines({ strokes, edge }: Props) {
  return intents.map((intent) => {
    const own = strokes.filter((stroke) => stroke.intent === intent)
    return (
      <g key={intent} className={`${styles.strokes} ${styles[intent]}`}>
        <g className={styles.edge}>
          <Lines strokes={own} added={2 * edge} />
        </g>
        <Lines strokes={own} added={0} />
      </g>
    )
  })
})

/** All of them, wider by `added`. */
function Lines({ strokes, added }: { strokes: PaintedStroke[]; added: number }) {
  return strokes.map(({ points, width }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other name
    <polyline key={index} points={drawLine(points)} strokeWidth={width + added} />
  ))
}

function drawLine(points: readonly Point[]): string {
  const [first = [0, 0]] = points
  // A line of no length is not drawn.
  const line = points.length === 1 ? [first, [first[0] + 0.01, first[1]]] : points
  return line.map((point) => point.join(',')).join(' ')
}
