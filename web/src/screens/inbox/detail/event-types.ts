import type { Notification } from '@atelier/sdk'
import {
  AtSign,
  BellRing,
  CircleCheck,
  CircleHelp,
  FileChartColumn,
  Loader,
  type LucideIcon,
  TriangleAlert,
  Unplug,
  UserCheck,
  Workflow,
} from 'lucide-react'
import type { Tone } from '../../../ui/badge.tsx'

export type Extra = Record<string, unknown>

export interface EventLink {
  label: string
  to: string
}

/** How a notification of a type looks, and where it leads in the console. */
export interface EventAppearance {
  label: string
  icon: LucideIcon
  tone: Tone
  /** The page it is about, if its data names one. */
  place?: (extra: Extra) => EventLink | undefined
  /** Keys of `_extra` that `place` consumes; the others are shown as facts. */
  used?: readonly string[]
}

const task = (label: string) => (extra: Extra) =>
  typeof extra.task_id === 'string' || typeof extra.task_id === 'number'
    ? { label, to: `/tasks/${encodeURIComponent(extra.task_id)}` }
    : undefined

/** Every notification from a workflow names its run. */
export function findRun(extra: Extra): EventLink | undefined {
  const { workflow_definition_id: definition, workflow_run_id: run } = extra
  if (typeof definition !== 'string' || typeof run !== 'string') return undefined
  const [id, runId] = [definition, run].map(encodeURIComponent)
  return { label: 'Open the run', to: `/workflows/${id}/runs/${runId}` }
}

/** Keyed by `_extra.event_type`: the types that the service sends, and common ones from agents. */
const byEventType: Record<string, EventAppearance> = {
  task_assigned: {
    label: 'Assigned to you',
    icon: UserCheck,
    tone: 'accent',
    place: task('Open the task'),
    used: ['task_id'],
  },
  comment_mention: {
    label: 'You were mentioned',
    icon: AtSign,
    tone: 'accent',
    place: task('Open the discussion'),
    used: ['task_id', 'comment_id'],
  },
  'social_post.failed': {
    label: 'A post failed',
    icon: Unplug,
    tone: 'bad',
    place: ({ post_id }) =>
      typeof post_id === 'number'
        ? { label: 'Open the post', to: `/social/${post_id}` }
        : undefined,
    used: ['post_id'],
  },
  'workflow.question': {
    label: 'Workflow waiting',
    icon: Workflow,
    tone: 'warn',
    // Older notifications do not name the workflow.
    place: (extra) =>
      findRun(extra) ? undefined : { label: 'Open the workflows', to: '/workflows' },
  },
  report_ready: { label: 'Report', icon: FileChartColumn, tone: 'good' },
}

const byCategory: Record<Notification['category'], EventAppearance> = {
  agentTaskCompleted: { label: 'Completed', icon: CircleCheck, tone: 'good' },
  agentNeedsInput: { label: 'Needs your input', icon: CircleHelp, tone: 'warn' },
  agentError: { label: 'Error', icon: TriangleAlert, tone: 'bad' },
  agentProgress: { label: 'Progress', icon: Loader, tone: 'agent' },
  agentNudge: { label: 'Nudge', icon: BellRing, tone: 'agent' },
  mention: { label: 'Mention', icon: AtSign, tone: 'accent' },
  assignment: { label: 'Assignment', icon: UserCheck, tone: 'accent' },
}

export function findAppearance(
  eventType: string | undefined,
  category: Notification['category'],
): EventAppearance {
  const special = eventType !== undefined && Object.hasOwn(byEventType, eventType)
  return (special ? byEventType[eventType] : undefined) ?? byCategory[category]
}

/** Ids that link to a run; people don't need to see them. */
const origin = ['workflow_definition_id', 'workflow_run_id']

/** The agent's extra data for people to read: short values with readable names. */
export function listFacts(
  extra: Extra,
  { used = [] }: EventAppearance,
): [name: string, value: string][] {
  const hidden = new Set(['event_type', 'agent', ...origin, ...used])
  return Object.entries(extra)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => [splitWords(name), writeText(value)])
}

function splitWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function writeText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
