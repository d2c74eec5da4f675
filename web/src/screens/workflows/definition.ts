/** A step, as far as the graph needs it; the other fields depend on its type. */
export interface Step {
  id: string
  type: string
  title?: string
  [field: string]: unknown
}

/** Nested steps: a case, a branch or the body of a loop. */
interface Part {
  /** Unique among its siblings. */
  key: string
  label: string
  steps: Step[]
}

/** The valid steps of a definition that may be incomplete. */
export function readSteps(value: unknown): Step[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (step): step is Step =>
      typeof step?.id === 'string' && step.id !== '' && typeof step.type === 'string',
  )
}

export function listParts(step: Step): Part[] {
  switch (step.type) {
    case 'branch':
      return [
        ...readList(step.cases).map((one, index) => ({
          key: String(index),
          label: readText(one.when),
          steps: readSteps(one.steps),
        })),
        { key: 'else', label: 'otherwise', steps: readSteps(step.else) },
      ]
    case 'parallel':
      return Object.entries((step.branches ?? {}) as Record<string, unknown>).map(
        ([name, steps]) => ({ key: name, label: inWords(name), steps: readSteps(steps) }),
      )
    case 'for_each':
      return [{ key: 'each', label: loopLabel(step), steps: readSteps(step.steps) }]
    default:
      return []
  }
}

function loopLabel({ as = 'item', concurrency = 5 }: Step): string {
  return `each ${as} · ${concurrency} at a time`
}

export function nameStep({ id, title }: Step): string {
  return title || inWords(id)
}

/** What a step does, in a few words. */
export function describeStep(step: Step): string {
  switch (step.type) {
    case 'call':
      return readText(step.operation)
    case 'http':
      return `${step.method ?? 'GET'} ${readText(step.url)}`
    case 'wait':
      return step.until === undefined ? `${step.seconds} seconds` : `until ${readText(step.until)}`
    case 'ask':
      return readText(step.question)
    case 'sub_workflow':
      return readText(step.workflow)
    case 'branch':
      return 'takes the first matching branch'
    case 'parallel':
      return 'runs branches in parallel'
    case 'for_each':
      return `for each of ${readText(step.items)}`
    case 'set':
      return 'computes a value'
    case 'fail':
      return readText(step.message)
    default:
      return step.type
  }
}

export const typeNames: Record<string, string> = {
  call: 'Call',
  http: 'Request',
  wait: 'Wait',
  ask: 'Question',
  sub_workflow: 'Workflow',
  branch: 'Branch',
  parallel: 'Parallel',
  for_each: 'Loop',
  set: 'Value',
  fail: 'Failure',
}

/** `cut_out` becomes “Cut out”. */
export function inWords(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
