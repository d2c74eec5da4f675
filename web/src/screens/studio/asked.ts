import type { TaskInput } from '@atelier/sdk'
import { isTool, type Settings, type ToolId } from './tools.ts'

const uuid = /^[0-9a-f-]{36}$/i

/** What a task was asked: by whomever, in whatever browser. */
export interface Asked {
  task: string
  /** Undefined for what agents and workflows alone can ask for. */
  tool: ToolId | undefined
  /** The asset that it was about, when it was one. */
  picture: string | undefined
  /** To ask for the same again, without what was not told in full. */
  settings: Settings
  /** All that is known of it, in words of the API. */
  told: [field: string, value: unknown][]
  /** Fields that had a value which is not told. */
  untold: string[]
}

export function askedBy({ task_id, tool, input, left_out }: TaskInput): Asked {
  const { image_url, ...settings } = input
  const shortened = left_out.filter(({ reason }) => reason === 'shortened')
  const isWhole = ([field]: [string, unknown]) => shortened.every((one) => one.field !== field)
  return {
    task: task_id,
    tool: isTool(tool) ? tool : undefined,
    picture: isAsset(image_url) ? image_url : undefined,
    settings: Object.fromEntries(Object.entries(settings).filter(isWhole)) as Settings,
    told: Object.entries(input),
    untold: left_out.filter(({ reason }) => reason !== 'shortened').map(({ field }) => field),
  }
}

export function isAsset(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}
