import type { Static, TObject } from 'typebox'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { Submitted } from '../tasks/schemas.ts'
import { ImageToolResult } from './result-schemas.ts'

/** A data: URL of a 30 MB image, and the rest of the body. */
export const bodyLimitBytes = 45 * 1024 * 1024

interface ToolDescription<B extends TObject> {
  id: string
  /** The last segment of its three paths. */
  name: string
  /** Its only path, if it has one. */
  path?: string
  /** An alias that another operation has. */
  without?: string
  summary: string
  description?: string
  body: B
  result?: TObject
  /** How many images the body may contain as data: URLs. */
  pictures?: number
  example: object
  problems?: 'engine_needed'[]
  submit(deps: Deps, actor: Actor, body: Static<B>): Promise<Static<typeof Submitted>>
}

/** Existing clients use two additional paths for the tools. */
export function tool<B extends TObject>({ name, pictures = 1, ...tool }: ToolDescription<B>) {
  const service = `/api/v1/service/image-tools/${name}`
  const others = [service, `/api/v1/image-tools/${name}`]
  return operation({
    id: tool.id,
    method: 'POST',
    path: tool.path ?? `/api/v1/tools/${name}`,
    aliases: tool.path ? [] : others.filter((path) => path !== tool.without),
    tag: 'Image tools',
    summary: tool.summary,
    description: `${tool.description ? `${tool.description} ` : ''}Returns a task; poll \`GET /api/v1/tasks/{task_id}\` until SUCCESS or FAILURE.`,
    permission: 'tools:write',
    bodyLimitBytes: pictures * bodyLimitBytes,
    body: tool.body,
    reply: Submitted,
    begins: 'task',
    result: tool.result ?? ImageToolResult,
    ...(tool.problems && { problems: tool.problems }),
    example: {
      body: tool.example,
      reply: { task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64' },
    },
    handle: (deps, { actor, body }) => tool.submit(deps, actor, body),
  })
}
