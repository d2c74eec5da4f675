import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { plainAddress } from '../../lib/plain-address.ts'
import { type DescribedSource, describeSources } from '../assets/describe-sources.ts'
import { type InputRow, inputOfTask } from '../tasks/find-task-input.ts'
import type { LeftOut, TaskInput } from './schemas.ts'

/**
 * What a task was given, without files, secrets and what in an address may be one. The input of kinds
 * that are not shown is made by us and may hold tokens or others' headers: only ids are told of it.
 */
export async function getTaskInput(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
  shownKinds: ReadonlySet<string>,
): Promise<TaskInput> {
  requirePermission(actor, 'tasks:read')
  const { workspaceId } = actor
  const row = await inputOfTask(deps.db.workspace(workspaceId), workspaceId, id)
  if (!row) throw problem('task_not_found')
  const addresses = Object.values(row.input).filter(isAddress)
  const sources = await describeSources(deps, workspaceId, addresses)
  const input: TaskInput['input'] = {}
  const left_out: LeftOut[] = row.data_urls.map(describeData)
  for (const [field, value] of Object.entries(row.input)) {
    if (!shownKinds.has(row.kind) && !field.endsWith('_id')) {
      left_out.push({ field, reason: 'secret' })
      continue
    }
    input[field] = isAddress(value) ? toldAddress(value, sources.get(value)) : value
    const isShortened = isAddress(value) && isAddress(input[field]) && input[field] !== value
    if (isShortened) left_out.push({ field, reason: 'shortened' })
  }
  // Whoever knows the address of a webhook may often write to it.
  if (row.has_webhook) left_out.push({ field: 'webhook_url', reason: 'secret' })
  return { task_id: row.id, tool: row.kind, input, left_out }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}

function toldAddress(address: string, source: DescribedSource | undefined): string {
  return source?.kind === 'asset' ? source.asset.id : plainAddress(address)
}

function describeData({ field, head, length }: InputRow['data_urls'][number]): LeftOut {
  const [, type] = /^data:([^;,]*)/i.exec(head) ?? []
  return { field, reason: 'data_url', ...(type && { content_type: type.toLowerCase() }), length }
}
