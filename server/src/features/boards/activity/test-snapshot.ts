import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { getTask } from '../tasks/read-tasks.ts'

/** The task as a reader sees it, with its stored dependencies. */
export async function readSnapshot(deps: Deps, actor: Actor, id: string) {
  const { slug, subtasks: _, ...task } = await getTask(deps, actor, id)
  const links = await deps.db.system<{ source: string; target: string; relation: string }>`
    select source_id as source, target_id as target, relation from pm_dependencies
    where source_id = ${id} or target_id = ${id}`
  const to = (relation: string, isSource: boolean) =>
    links
      .filter((link) => link.relation === relation && (link.source === id) === isSource)
      .map((link) => (isSource ? link.target : link.source))
      .sort()
  const { id: __, ...fields } = task
  return {
    ...fields,
    number: Number(slug.split('-').at(-1)),
    blocks: to('BLOCKS', true),
    blocked_by: to('BLOCKS', false),
    relates_to: [...to('RELATES_TO', true), ...to('RELATES_TO', false)].sort(),
    duplicates: to('DUPLICATES', true),
    duplicated_by: to('DUPLICATES', false),
  }
}

type Snapshot = Awaited<ReturnType<typeof readSnapshot>>
export const links = ['blocks', 'blocked_by', 'relates_to', 'duplicates', 'duplicated_by'] as const

const allFields = [
  ...'board number status title description rich_description start_date due_date'.split(' '),
  ...'priority parent task_type complete estimated_hours order extra custom_fields'.split(' '),
  ...['tags', 'assignees', 'checklist', 'attachments', ...links],
]

/** The changes between two snapshots, computed without the tested code. */
export function compareSnapshots(before: Snapshot, after: Snapshot) {
  const found: { field: string; old: unknown; new: unknown }[] = []
  for (const field of allFields) {
    const old = before[field as keyof Snapshot] as never
    const value = after[field as keyof Snapshot] as never
    if (JSON.stringify(old) === JSON.stringify(value)) continue
    if (field === 'custom_fields') found.push(...byKey(old, value))
    else if (field === 'checklist') found.push(...byItem(old, value))
    else if (['attachments', ...links].includes(field)) {
      found.push(...byElement(field, old, value))
    } else found.push({ field, old, new: value })
  }
  return found
}

function byKey(old: Record<string, unknown>, value: Record<string, unknown>) {
  return [...new Set([...Object.keys(old), ...Object.keys(value)])]
    .sort()
    .filter((key) => old[key] !== value[key])
    .map((key) => ({
      field: `custom_fields.${key}`,
      old: old[key] ?? null,
      new: value[key] ?? null,
    }))
}

function byItem(old: { id: string }[], value: { id: string }[]) {
  const ids = new Set([...old, ...value].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const change = {
      old: old.find((one) => one.id === id) ?? null,
      new: value.find((one) => one.id === id) ?? null,
    }
    const isSame = JSON.stringify(change.old) === JSON.stringify(change.new)
    return isSame ? [] : [{ field: 'checklist', ...change }]
  })
}

function byElement(field: string, old: string[], value: string[]) {
  return [
    ...old.filter((one) => !value.includes(one)).map((one) => ({ field, old: one, new: null })),
    ...value.filter((one) => !old.includes(one)).map((one) => ({ field, old: null, new: one })),
  ]
}
