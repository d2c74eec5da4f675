import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { plainUrl } from '../../lib/plain-url.ts'
import { type DescribedSource, describeSources } from '../assets/describe-sources.ts'
import { type InputRow, inputOfTask } from '../tasks/find-task-input.ts'
import type { LeftOut, TaskInput } from './schemas.ts'

/**
 * The input of a task, without files, secrets, and parts of URLs that may be secret. Kinds whose
 * input is not shown return only ids: the server creates it, and it may contain tokens or headers.
 */
export async function getTaskInput(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
  shownKinds: ReadonlySet<string>,
): Promise<TaskInput> {
  requirePermission(actor, 'tasks:read')
  const { workspaceId } = actor
  const row = await inputOfTask(deps.db.workspace(workspaceId), actor, id)
  if (!row) throw problem('task_not_found')
  const urls = Object.values(row.input).filter(isUrl)
  const sources = await describeSources(deps, workspaceId, urls)
  const input: TaskInput['input'] = {}
  const left_out: LeftOut[] = row.data_urls.map(describeData)
  for (const [field, value] of Object.entries(row.input)) {
    if (!shownKinds.has(row.kind) && !field.endsWith('_id')) {
      left_out.push({ field, reason: 'secret' })
      continue
    }
    input[field] = isUrl(value) ? shownUrl(value, sources.get(value)) : value
    const isShortened = isUrl(value) && isUrl(input[field]) && input[field] !== value
    if (isShortened) left_out.push({ field, reason: 'shortened' })
  }
  // Everyone who knows a webhook's URL can usually post to it.
  if (row.has_webhook) left_out.push({ field: 'webhook_url', reason: 'secret' })
  return { task_id: row.id, tool: row.kind, input, left_out }
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}

function shownUrl(url: string, source: DescribedSource | undefined): string {
  return source?.kind === 'asset' ? source.asset.id : plainUrl(url)
}

function describeData({ field, head, length }: InputRow['data_urls'][number]): LeftOut {
  const [, type] = /^data:([^;,]*)/i.exec(head) ?? []
  return { field, reason: 'data_url', ...(type && { content_type: type.toLowerCase() }), length }
}
