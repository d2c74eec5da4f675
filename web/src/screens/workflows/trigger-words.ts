import type { CreateWorkflowTriggerBody, WorkflowTrigger } from '@atelier/sdk'
import { inShort } from './durations.ts'

export type TriggerKind = CreateWorkflowTriggerBody['kind']
export type Verify = NonNullable<CreateWorkflowTriggerBody['verify']>
export type Overlap = NonNullable<CreateWorkflowTriggerBody['overlap']>

export const triggerKinds: { id: TriggerKind; label: string }[] = [
  { id: 'schedule', label: 'Schedule' },
  { id: 'event', label: 'Event' },
  { id: 'webhook', label: 'Webhook' },
]

export const schemes: { id: Verify; label: string }[] = [
  { id: 'token', label: 'Secret URL' },
  { id: 'standard-webhooks', label: 'Standard Webhooks' },
  { id: 'github', label: 'GitHub' },
  { id: 'stripe', label: 'Stripe' },
  { id: 'slack', label: 'Slack' },
  { id: 'hmac-sha256', label: 'HMAC-SHA256' },
]

export const overlaps: { id: Overlap; label: string }[] = [
  { id: 'skip', label: 'Skip the new run' },
  { id: 'queue', label: 'Queue the new run' },
  { id: 'allow', label: 'Run both' },
  { id: 'replace', label: 'Stop the old run' },
]

/** Common schedules; anything else is typed. */
export const presets = [
  { id: '0 9 * * *', label: 'Every day at 9:00' },
  { id: '0 9 * * mon-fri', label: 'Weekdays at 9:00' },
  { id: '0 9 * * mon', label: 'Mondays at 9:00' },
  { id: '0 * * * *', label: 'Every hour' },
  { id: '0 9 1 * *', label: 'First day of the month at 9:00' },
  { id: '', label: 'Custom' },
]

/** What a trigger waits for, in words. */
export function describeRule(trigger: WorkflowTrigger): string {
  const { kind, cron, every_seconds, rrule, tz, event, filter, verify } = trigger
  if (kind === 'event') return filter ? `${event} if ${filter}` : (event ?? '')
  if (kind === 'webhook') return schemes.find(({ id }) => id === verify)?.label ?? ''
  if (every_seconds) return `Every ${inShort(every_seconds * 1000)}`
  const preset = presets.find(({ id }) => id !== '' && id === cron)
  return `${preset?.label ?? cron ?? rrule}, ${tz}`
}

export const nameTrigger = ({ title, kind }: WorkflowTrigger): string =>
  title || (triggerKinds.find(({ id }) => id === kind)?.label ?? kind)

/** The input as an object; undefined if it is not one. */
export function readInput(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
