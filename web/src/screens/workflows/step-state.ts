import type { WorkflowRunStatus } from '@atelier/sdk'
import {
  Ban,
  Check,
  Circle,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
  RotateCw,
  X,
} from 'lucide-react'

export type RunStep = WorkflowRunStatus['steps'][number]
type StepStatus = RunStep['status']

/** A status as text, icon and colour, never as colour alone. */
export const statusLooks: Record<StepStatus, { word: string; icon: LucideIcon }> = {
  pending: { word: 'Pending', icon: Circle },
  running: { word: 'Running', icon: LoaderCircle },
  waiting: { word: 'Waiting', icon: Hourglass },
  retrying: { word: 'Retrying', icon: RotateCw },
  completed: { word: 'Done', icon: Check },
  failed: { word: 'Failed', icon: X },
  cancelled: { word: 'Cancelled', icon: Ban },
  skipped: { word: 'Skipped', icon: Minus },
}

/** A step of the definition in a run; inside a loop it runs once per item. */
export interface StepState {
  status: StepStatus
  done: number
  total: number
}

/** The first of these that any of its runs has is the step's status. */
const order: StepStatus[] = ['failed', 'waiting', 'running', 'retrying', 'pending', 'cancelled']

/** The state of each step of the definition, by id. */
export function listStates(steps: readonly RunStep[]): Map<string, StepState> {
  const found = Map.groupBy(steps, ({ id }) => id)
  return new Map([...found].map(([id, all]) => [id, together(all)]))
}

function together(all: readonly RunStep[]): StepState {
  const has = (status: StepStatus) => all.some((step) => step.status === status)
  const done = all.filter(({ status }) => status === 'completed').length
  const first = order.find(has)
  const isUnderWay = first === 'pending' && done > 0
  const status = isUnderWay ? 'running' : (first ?? (done > 0 ? 'completed' : 'skipped'))
  return { status, done, total: all.length }
}

export function hasBegun(state: StepState | undefined): boolean {
  return state !== undefined && state.status !== 'pending' && state.status !== 'skipped'
}

export function isPassed(state: StepState | undefined): boolean {
  return state?.status === 'completed'
}
