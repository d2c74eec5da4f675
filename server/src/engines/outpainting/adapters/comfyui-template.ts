import { EngineError } from '../../engine-error.ts'
import { isObject } from '../../external/json.ts'

/** The values that a workflow can use, by the name of their slot. */
export const slotNames = [
  'prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'count',
  'guidance_scale',
  'steps',
  'strength',
  'image',
  'mask',
] as const

export type SlotName = (typeof slotNames)[number]
export type Slots = Partial<Record<SlotName, string | number>>

const slot = /^\{\{\s*([a-z_]+)\s*\}\}$/

/** The slots that a workflow has: inputs whose whole value is `{{name}}`. */
export function findSlots(workflow: unknown): Set<string> {
  const found = new Set<string>()
  walk(workflow, (name) => {
    found.add(name)
    return ''
  })
  return found
}

/** Fills the slots of a workflow. Returns a copy. A slot without a value is an error. */
export function fillSlots(workflow: unknown, slots: Slots): unknown {
  return walk(workflow, (name) => {
    const value = slots[name as SlotName]
    if (value !== undefined) return value
    const message = (slotNames as readonly string[]).includes(name)
      ? `The workflow needs {{${name}}}, which this request does not have.`
      : `The workflow has an unknown slot {{${name}}}. Known are ${slotNames.join(', ')}.`
    throw new EngineError('engine_workflow_unusable', message)
  })
}

function walk(value: unknown, fill: (name: string) => string | number): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, fill))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, fill)]))
  }
  const name = typeof value === 'string' ? slot.exec(value)?.[1] : undefined
  return name === undefined ? value : fill(name)
}
