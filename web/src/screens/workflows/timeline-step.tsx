import type { WorkflowRunStep } from '@atelier/sdk'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import { AskPanel } from './ask-panel.tsx'
import { inWords, nameStep, type Step, typeNames } from './definition.ts'
import { inShort } from './durations.ts'
import { StepDetails } from './step-details.tsx'
import { type RunStep, statusLooks } from './step-state.ts'
import styles from './timeline.module.css'
import { TimingBar } from './timing-bar.tsx'

interface Props {
  workflowId: string
  runId: string
  step: RunStep & Partial<WorkflowRunStep>
  inDocument: Step | undefined
  from: number
  until: number
  isOpen: boolean
  onToggle: () => void
}

/** One step as a row: status, attempts and duration; expands to details. */
export function TimelineStep(props: Props) {
  const { step, inDocument, isOpen, onToggle, from, until } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const { icon: Icon, word } = statusLooks[step.status]
  const name = inDocument ? nameStep(inDocument) : inWords(step.id)
  const depth = step.path.split('.').length - 1
  const took = formatTime(step)
  const isAsking = step.status === 'waiting' && step.waits_for?.type === 'question'
  return (
    <li ref={row} className={styles.step} data-status={step.status} data-path={step.path}>
      <Button className={styles.row} aria-expanded={isOpen} onPress={onToggle}>
        <ChevronRight size={13} aria-hidden className={styles.chevron} />
        <span className={styles.mark}>
          <Icon size={13} aria-hidden />
        </span>
        <span className={styles.name} style={{ paddingInlineStart: depth * 14 }}>
          <span>
            {name}
            {readItem(step.path)}
          </span>
          <small>{typeNames[step.type] ?? step.type}</small>
        </span>
        <span className={styles.word}>
          {word}
          {step.attempts > 1 && `, attempt ${step.attempts}`}
        </span>
        <span className={styles.took}>{took}</span>
        <TimingBar startedAt={step.started_at} endedAt={step.ended_at} from={from} until={until} />
      </Button>
      {step.error && step.status !== 'completed' && (
        <p className={styles.error}>{step.error.message}</p>
      )}
      {isAsking && step.waits_for && (
        <AskPanel
          workflowId={props.workflowId}
          runId={props.runId}
          path={step.path}
          questionId={step.waits_for.id}
        />
      )}
      {isOpen && <StepDetails step={step} />}
    </li>
  )
}

/** Steps that finish instantly show no duration. */
function formatTime({ started_at, ended_at }: RunStep): string {
  const ms = started_at && ended_at ? Date.parse(ended_at) - Date.parse(started_at) : 0
  return ms > 0 ? inShort(ms) : ''
}

/** `each[3].cut` is the fourth item. */
function readItem(path: string): string {
  const items = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1)
  return items.length > 0 ? ` #${items.join('.')}` : ''
}
