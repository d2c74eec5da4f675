import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectStatus, type Tenant } from '../../../../test/harness.ts'
import { sample, seed } from '../../../../test/soak.ts'
import type { Actor } from '../../../http/permissions.ts'
import { Problem } from '../../../http/problem.ts'
import { operator } from '../../workspaces/operator.ts'
import { attachAsset, detachAsset } from '../attachments/manage-attachments.ts'
import {
  addChecklistItem,
  deleteChecklistItem,
  updateChecklistItem,
} from '../checklists/change-checklist.ts'
import { deleteComment, updateComment } from '../comments/change-comment.ts'
import { createComment } from '../comments/create-comment.ts'
import { addDependency, removeDependency } from '../dependencies/manage-dependencies.ts'
import type { Relation } from '../dependencies/schemas.ts'
import { createTask } from '../tasks/create-task.ts'
import { deleteTask } from '../tasks/delete-task.ts'
import { moveTask } from '../tasks/move-task.ts'
import { getTask } from '../tasks/read-tasks.ts'
import type { BoardTask, UpdateTaskBody } from '../tasks/schemas.ts'
import { updateTask } from '../tasks/update-task.ts'
import { createBoard, readColumns, useBoards } from '../test-boards.ts'
import { getTaskActivity } from './read-activity.ts'
import type { ActivityEntry } from './schemas.ts'
import { replay } from './test-replay.ts'
import { compareSnapshots, links, readSnapshot } from './test-snapshot.ts'

const { service, boardClient } = useBoards()

/** Operations on a task; the numbers select a variant. */
const operations = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), which: fc.nat(13), value: fc.nat(3) }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(3), value: fc.nat(3) }),
  fc.record({ kind: fc.constant('checklist' as const), which: fc.nat(4), value: fc.nat(3) }),
  fc.record({ kind: fc.constant('attach' as const), which: fc.nat(1), value: fc.nat(1) }),
  fc.record({ kind: fc.constant('link' as const), which: fc.nat(5), value: fc.nat(1) }),
  fc.record({ kind: fc.constant('comment' as const), which: fc.nat(2), value: fc.nat(3) }),
)

type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never

test('replay rebuilds any task from its activity; each operation leaves one entry with its diff', async () => {
  const scene = await setScene()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), operations), { minLength: 5, maxLength: 20 }),
      async (steps) => {
        const task = await createTask(service.deps, scene.person, { board: 'launch', title: 'A' })
        for (const [byAgent, step] of steps) {
          await checkStep(scene, byAgent ? scene.agent : scene.person, task.id, step)
        }
        const stored = await snapshot(scene.person, task.id)
        expect(replayed(await listEntries(scene.person, task.id))).toEqual(stored)
        await deleteTask(service.deps, scene.agent, task.id)
        const history = await listEntries(scene.person, task.id)
        expect(replay(history)).toMatchObject({ deleted: true, modifier: scene.agent.userId })
      },
    ),
    { numRuns: sample(6, 60), seed },
  )
})

interface Scene {
  person: Actor
  agent: Actor
  tenant: Tenant
  columns: string[]
  others: string[]
  assets: string[]
  people: number[]
}

async function setScene(): Promise<Scene> {
  const tenant = await service.tenant()
  const jo = await service.colleague(tenant, 'member')
  const call = boardClient(tenant)
  await createBoard(call)
  await createBoard(call, { title: 'Second' })
  const size = { name: 'Size', kind: 'number' }
  await expectStatus(201, call('POST', '/pm/boards/launch/fields', size))
  await expectStatus(201, call('POST', '/pm/boards/launch/fields', { name: 'Who', kind: 'person' }))
  const task = { board: 'launch', title: 'A task' }
  const others = [await call('POST', '/pm/tasks', task), await call('POST', '/pm/tasks', task)]
  const assets = await Promise.all(
    ['a.png', 'b.png'].map(async (filename) => {
      const body = { filename, filetype: 'image/png' }
      return (await expectStatus(200, call('POST', '/assets/sign', body))).asset
    }),
  )
  const act = async ({ email }: Tenant, kind: Actor['kind'], name: string): Promise<Actor> => {
    const actor = await operator(service.deps, { workspace: tenant.slug, user: email })
    return { ...actor, kind, name, via: 'api', requestId: `by-${name}` }
  }
  return {
    person: await act(tenant, 'user', 'Mia'),
    agent: await act(jo, 'agent', 'Launch agent'),
    tenant,
    columns: Object.values(await readColumns(call, 'launch')),
    others: others.map(({ body }) => body.id),
    assets,
    people: [tenant.userId, jo.userId],
  }
}

/** Performs a step and compares its entry with the changes that a reader sees. */
async function checkStep(scene: Scene, actor: Actor, id: string, step: Operation) {
  const before = await snapshot(scene.person, id)
  const known = (await listEntries(scene.person, id)).length
  const done = await perform(scene, actor, id, step).then(
    () => true,
    (error) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
  const after = await snapshot(scene.person, id)
  const [entry, ...more] = (await listEntries(scene.person, id)).slice(known)
  expect(more).toEqual([])
  if (!done) expect(entry).toBeUndefined()
  const changes = compareSnapshots(before, after)
  const recorded = entry?.changes.filter(({ field }) => field !== 'comment') ?? []
  const bare = recorded.map(({ field, old, new: value }) => ({ field, old, new: value }))
  expect(bare.toSorted(byField)).toEqual(changes.toSorted(byField))
  const isTalk = step.kind === 'comment'
  if (!isTalk) expect(entry !== undefined).toBe(changes.length > 0)
  if (!entry) return expect(after).toEqual(before)
  const { userId, name, kind } = actor
  expect(entry.actor).toEqual({ id: userId, name, kind, via: 'api' })
  expect(entry.seq).toBe(known + 1)
  expect(entry.verb).toBe(expectVerb(step, changes))
}

function byField(a: { field: string }, b: { field: string }): number {
  return a.field < b.field ? -1 : a.field > b.field ? 1 : 0
}

function expectVerb(step: Operation, changes: { field: string; old: unknown; new: unknown }[]) {
  if (step.kind === 'comment') {
    return ['commented', 'comment_edited', 'comment_deleted'][step.which]
  }
  if (step.kind === 'link') return step.which < 4 ? 'dependency_added' : 'dependency_removed'
  const of = (field: string) => changes.find((change) => change.field === field)
  if (of('complete')) return of('complete')?.new ? 'completed' : 'reopened'
  if (of('status')) return 'status_changed'
  const people = of('assignees')
  if (people) {
    const had = people.old as number[]
    return (people.new as number[]).every((one) => had.includes(one)) ? 'unassigned' : 'assigned'
  }
  if (of('attachments')) return of('attachments')?.new === null ? 'detached' : 'attached'
  return 'updated'
}

async function perform(scene: Scene, actor: Actor, id: string, { kind, which, value }: Operation) {
  const { deps } = service
  const { columns, others, assets } = scene
  const task = await getTask(deps, actor, id)
  if (kind === 'edit') return updateTask(deps, actor, id, chooseEdit(scene, which, value))
  if (kind === 'move') {
    if (which === 3) return moveTask(deps, actor, id, { board: value % 2 ? 'second' : 'launch' })
    const place = [{}, { before: others[value % 2] }, { after: others[value % 2] }][which]
    const column = which > 0 ? columns[0] : columns[value]
    return moveTask(deps, actor, id, { status: column as string, ...(place as object) })
  }
  if (kind === 'checklist') {
    const item = task.checklist[value]?.id ?? deps.random.uuid()
    const first = task.checklist[0]?.id ?? deps.random.uuid()
    if (which === 0) return addChecklistItem(deps, actor, id, { title: `Item ${value}` })
    if (which === 1) return updateChecklistItem(deps, actor, id, item, { done: value % 2 === 0 })
    if (which === 2) return updateChecklistItem(deps, actor, id, item, { title: `Item ${value}` })
    if (which === 3) return updateChecklistItem(deps, actor, id, item, { before: first })
    return deleteChecklistItem(deps, actor, id, item)
  }
  if (kind === 'attach') {
    const asset_id = assets[value] as string
    return which
      ? detachAsset(deps, actor, id, asset_id)
      : attachAsset(deps, actor, id, { asset_id })
  }
  if (kind === 'link') return chooseLink(scene, actor, id, which, value)
  const { results } = await listComments(id)
  const comment = results[value % Math.max(results.length, 1)]
  if (which === 0) {
    const about = { content_type: 'task' as const, object_pk: id }
    return createComment(deps, actor, { ...about, comment: `Words ${value}` })
  }
  const commentId = comment?.id ?? 2_000_000_000
  if (which === 1)
    return updateComment(
      deps,
      actor,
      commentId,
      `Other words ${value} ${task.updated_at.getTime()}`,
    )
  return deleteComment(deps, actor, commentId)
}

function chooseLink(scene: Scene, actor: Actor, id: string, which: number, value: number) {
  const other = scene.others[value] as string
  const relation_type = (['BLOCKS', 'RELATES_TO', 'DUPLICATES', 'BLOCKS'] as Relation[])[which]
  if (!relation_type) {
    return removeDependency(service.deps, actor, id, { target_task_id: other })
  }
  const [from, to] = which === 3 ? [other, id] : [id, other]
  const link = { target_task_id: to, relation_type }
  return addDependency(service.deps, actor, from, link)
}

function chooseEdit(
  { columns, others, people }: Scene,
  which: number,
  value: number,
): UpdateTaskBody {
  const day = `2026-11-1${value}`
  const edits: UpdateTaskBody[] = [
    { title: `Title ${value}` },
    { description: `Text ${value}`, title: `Title ${value}` },
    { rich_description: value ? { value, list: [value] } : null },
    { start_date: value ? day : null },
    { due_date: value ? day : null },
    { priority: ([null, 'low', 'high', 'urgent'] as BoardTask['priority'][])[value] ?? null },
    { parent: value < 2 ? (others[value] as string) : null },
    { complete: value % 2 === 0 },
    { estimated_hours: value / 2, task_type: `type ${value}` },
    { extra: value ? { value } : {} },
    { custom_fields: { size: value || null, ...(value % 2 && { who: people[0] }) } },
    { tags: Array.from({ length: value }, (_, at) => `tag ${at}`) },
    { assignees: people.slice(0, value % 3) },
    { status: columns[value] as string, title: `Title ${value}` },
  ]
  return edits[which] as UpdateTaskBody
}

async function listComments(id: string) {
  const results = await service.deps.db.system<{ id: number }>`
    select id from comments where object_pk = ${id} and deleted_at is null order by id`
  return { results }
}

async function listEntries(actor: Actor, id: string): Promise<ActivityEntry[]> {
  const { results } = await getTaskActivity(service.deps, actor, id, { page: 1, page_size: 100 })
  return results.toReversed()
}

/** The task as the history must rebuild it. */
const snapshot = (actor: Actor, id: string) => readSnapshot(service.deps, actor, id)

function replayed(entries: ActivityEntry[]) {
  const { deleted, ...task } = replay(entries)
  expect(deleted).toBe(false)
  for (const list of links) task[list].sort()
  return task
}
