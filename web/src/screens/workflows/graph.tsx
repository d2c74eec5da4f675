import { useId } from 'react'
import type { Step } from './definition.ts'
import styles from './graph.module.css'
import type { Edge } from './graph-drawing.ts'
import { layOut } from './graph-layout.ts'
import { GraphNode } from './graph-node.tsx'
import { hasBegun, isPassed, type StepState } from './step-state.ts'

interface Props {
  label: string
  steps: Step[]
  /** The status of each step in a run. Without it, only the definition is drawn. */
  states?: Map<string, StepState>
  selected?: string | undefined
  onSelect?: (id: string) => void
}

const margin = 12
/** Smaller text is unreadable, so the graph scrolls instead. */
const smallest = 0.72

/** The steps as a graph: top to bottom, with parallel steps side by side. */
export function Graph({ label, steps, states, selected, onSelect }: Props) {
  const id = useId()
  const drawing = layOut(steps)
  const width = drawing.width + 2 * margin
  const height = drawing.height + 2 * margin
  const lit = (edge: Edge) => states !== undefined && isLit(edge, states)
  // Draws lit edges on top.
  const edges = drawing.edges.toSorted((a, b) => Number(lit(a)) - Number(lit(b)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section aria-label={label} className={styles.scroller} tabIndex={0}>
      <svg
        role="presentation"
        viewBox={`${-margin} ${-margin} ${width} ${height}`}
        className={styles.svg}
        style={{ width, minWidth: Math.min(width, Math.round(width * smallest)) }}
      >
        <defs>
          <marker
            id={`${id}-loop`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z" className={styles.tip} />
          </marker>
        </defs>
        {drawing.frames.map(({ key, ...box }) => (
          <rect key={key} {...box} rx={10} className={styles.frame} />
        ))}
        {edges.map((edge) => (
          <path
            // While the definition is being edited, an id may occur twice.
            key={`${edge.key} ${edge.d}`}
            d={edge.d}
            className={edge.isLoop ? styles.loop : styles.edge}
            data-lit={lit(edge) || undefined}
            {...(edge.isLoop && { markerEnd: `url(#${id}-loop)` })}
          />
        ))}
        <circle cx={drawing.middle} cy={6} r={6} className={styles.dot} />
        <circle cx={drawing.middle} cy={drawing.height - 6} r={5} className={styles.end} />
        {drawing.labels.map(({ key, text, x, y, width: room }) => (
          <foreignObject key={key} x={x} y={y} width={room} height={22}>
            <div className={styles.label} title={text}>
              <span>{text}</span>
            </div>
          </foreignObject>
        ))}
        {drawing.nodes.map(({ step, x, y }) => (
          <GraphNode
            key={`${step.id} ${x} ${y}`}
            step={step}
            x={x}
            y={y}
            state={states?.get(step.id)}
            isInRun={states !== undefined}
            isSelected={selected === step.id}
            onSelect={onSelect}
          />
        ))}
      </svg>
    </section>
  )
}

function isLit({ to, from, around, isLoop }: Edge, states: Map<string, StepState>): boolean {
  if (around) {
    return isPassed(states.get(from ?? '')) && !around.some((id) => hasBegun(states.get(id)))
  }
  if (isLoop) return hasBegun(states.get(from ?? ''))
  return to === undefined ? isPassed(states.get(from ?? '')) : hasBegun(states.get(to))
}
