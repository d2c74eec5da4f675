import type { TaskInput } from '@atelier/sdk'
import { isTool, type Settings, type ToolId } from './tools.ts'

const uuid = /^[0-9a-f-]{36}$/i

/** The input of a task, whoever created it and in whatever browser. */
export interface TaskRequest {
  /** Undefined for tools that only agents and workflows can use. */
  tool: ToolId | undefined
  /** The input asset, if the image was an asset. */
  picture: string | undefined
  /** Settings to run it again, without shortened values. */
  settings: Settings
  /** All known input, by API field name. */
  told: [field: string, value: unknown][]
  /** Fields whose value is not available. */
  untold: string[]
}

export function readRequest({ tool, input, left_out }: TaskInput): TaskRequest {
  const { image_url, ...settings } = input
  const shortened = left_out.filter(({ reason }) => reason === 'shortened')
  const isWhole = ([field]: [string, unknown]) => shortened.every((one) => one.field !== field)
  return {
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
