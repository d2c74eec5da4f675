import { type Schema, schemaOfStep, type Vocabulary } from './step-schemas.ts'

interface Name {
  label: string
  about: string
}

/** The expression before the cursor in a string; undefined if the cursor is not in one. */
export function expressionBefore(text: string, isWholeExpression: boolean): string | undefined {
  if (isWholeExpression) return text
  const open = text.lastIndexOf('${')
  return open < 0 || text.indexOf('}', open) >= 0 ? undefined : text.slice(open + 2)
}

/** The fields that must hold an expression without `${}`. */
export const expressionFields = ['when', 'items', 'filter']

/** The names that can follow `steps.cut.out`, by the definition and the operations' schemas. */
export function namesAfter(expression: string, document: unknown, words: Vocabulary): Name[] {
  const typed = /[\w.?[\]]*$/.exec(expression)?.[0] ?? ''
  const [root = '', ...rest] = typed.replaceAll('?', '').split('.')
  if (rest.length === 0) return roots(document)
  const parts = rest.slice(0, -1)
  if (root === 'inputs') {
    const { inputs } = (document ?? {}) as { inputs?: Schema }
    return findNames(inputs, parts)
  }
  if (root === 'run') return runFields
  if (root !== 'steps') return []
  const steps = findSteps(document)
  const [id, field, ...deeper] = parts
  if (id === undefined) return steps.map((step) => ({ label: step.id, about: aboutStep(step) }))
  if (field === undefined) return stepFields
  const step = steps.find((one) => one.id === id)
  return field === 'output' && step ? findNames(findOutput(step, words), deeper) : []
}

const runFields = [
  { label: 'id', about: 'The id of the run' },
  { label: 'workflow_id', about: 'The id of the workflow' },
  { label: 'workspace_id', about: 'The id of the workspace' },
  { label: 'started_by', about: 'The user id of the person who started it' },
]

const stepFields = [
  { label: 'output', about: 'What the step returned' },
  { label: 'status', about: 'completed, failed or skipped' },
  { label: 'error', about: 'Why it failed, with on_error: "continue"' },
]

function roots(document: unknown): Name[] {
  const loops = findSteps(document)
    .filter(({ type }) => type === 'for_each')
    .map((step) => ({ label: String(step.as ?? 'item'), about: `The item of ${step.id}` }))
  return [
    { label: 'inputs', about: 'The input of the run' },
    { label: 'steps', about: 'Earlier steps' },
    { label: 'run', about: 'This run' },
    ...loops,
    ...(loops.length > 0 ? [{ label: 'index', about: 'The number of the item' }] : []),
  ]
}

interface FoundStep {
  id: string
  type?: unknown
  [field: string]: unknown
}

/** All steps of a definition, nested ones too. */
function findSteps(value: unknown): FoundStep[] {
  if (Array.isArray(value)) return value.flatMap((one) => (isStep(one) ? withNested(one) : []))
  if (typeof value !== 'object' || value === null) return []
  return findSteps((value as { steps?: unknown }).steps)
}

function withNested(step: FoundStep): FoundStep[] {
  const cases = Array.isArray(step.cases) ? step.cases : []
  const branches = Object.values((step.branches ?? {}) as Record<string, unknown>)
  const lists = [step.steps, step.else, ...branches, ...cases.map((one) => one?.steps)]
  return [step, ...lists.flatMap(findSteps)]
}

function isStep(value: unknown): value is FoundStep {
  return typeof (value as FoundStep | null)?.id === 'string'
}

function aboutStep({ type, title, operation }: FoundStep): string {
  return String(title ?? operation ?? type ?? '')
}

const answer: Schema = {
  properties: {
    value: { description: 'The answer' },
    status: { description: 'answered or expired' },
    comment: { description: 'The comment of the person' },
    answered_by: { description: 'The user id of the person' },
    answered_at: { description: 'The time of the answer' },
  },
}

const taskResult: Schema = {
  properties: {
    result: {
      description: 'The files that the task created',
      items: { properties: { asset_id: { description: 'The asset' }, url: {} } },
    },
  },
}

/** The output of a `call` is the response, or the result of the task that it started. */
function findOutput(step: FoundStep, words: Vocabulary): Schema | undefined {
  if (step.type === 'ask') return answer
  if (step.type !== 'call' || schemaOfStep(words, step).properties === undefined) return undefined
  const found = words.operations.find(({ operation }) => operation === step.operation)
  const reply = found?.reply as Schema | undefined
  return reply?.properties?.task_id && step.wait !== false ? taskResult : reply
}

function findNames(schema: Schema | undefined, parts: string[]): Name[] {
  let at = schema
  for (const part of parts) {
    const [name = '', isIndexed] = [part.replace(/\[.*$/, ''), part.includes('[')]
    at = at?.properties?.[name]
    if (isIndexed) at = at?.items
  }
  return Object.entries(at?.properties ?? {}).map(([label, { description = '', type }]) => ({
    label,
    about: description || String(type ?? ''),
  }))
}
