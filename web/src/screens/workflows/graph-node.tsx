import { Button } from 'react-aria-components'
import { describeStep, nameStep, type Step } from './definition.ts'
import styles from './graph.module.css'
import { nodeSize } from './graph-layout.ts'
import { type StepState, statusLooks } from './step-state.ts'
import { TypeIcon } from './type-icon.tsx'

interface Props {
  step: Step
  x: number
  y: number
  state: StepState | undefined
  isInRun: boolean
  isSelected: boolean
  onSelect: ((id: string) => void) | undefined
}

/** A step, and in a run its status as colour, icon and text. */
export function GraphNode({ step, x, y, state, isInRun, isSelected, onSelect }: Props) {
  // Steps inside a loop that has not started are in no list yet.
  const status = state?.status ?? (isInRun ? 'pending' : undefined)
  const look = status && statusLooks[status]
  const many = state && state.total > 1 ? `${state.done} of ${state.total}` : ''
  const content = (
    <>
      <span className={styles.type}>
        <TypeIcon type={step.type} />
      </span>
      <span className={styles.words}>
        <strong>{nameStep(step)}</strong>
        <small>{many || describeStep(step)}</small>
      </span>
      {look && (
        <span className={styles.mark}>
          <look.icon size={14} aria-hidden />
          <span className="unseen">{look.word}</span>
        </span>
      )}
    </>
  )
  const shared = {
    className: styles.node as string,
    'data-status': status,
    'data-step': step.id,
    'data-selected': isSelected || undefined,
  }
  return (
    <foreignObject x={x} y={y} {...nodeSize} className={styles.place}>
      {onSelect ? (
        <Button {...shared} onPress={() => onSelect(step.id)}>
          {content}
        </Button>
      ) : (
        <div {...shared} title={describeStep(step)}>
          {content}
        </div>
      )}
    </foreignObject>
  )
}
