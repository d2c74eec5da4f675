import { beforeAll, expect } from 'vitest'
import { workflowsOf } from '../../src/features/workflows/test-workflows.ts'
import type { Harness, Tenant } from '../harness.ts'
import { until } from '../talking.ts'

export const word = 'canary'

/** Appears where every member may read, but no guest. */
export const membersWord = 'inside'

/** Puts the word into every private place of a workspace: of Ada, her teamspace and its owner. */
export function usePrivatePlaces(service: Harness, owner: Tenant, ada: Tenant) {
  /** Ids by the name of the path parameter; `id` by the path before it. */
  const ids: Record<string, (string | number)[]> = {}
  const idOf: [RegExp, () => (string | number)[]][] = []

  beforeAll(async () => {
    await makeBoards()
    await makeProject()
    await makeConversation()
    await makeRun()
    const named = await must(ada, 'POST', '/api/v1/api-keys', { name: `${word}-key` })
    const hook = await must(owner, 'POST', '/api/v1/webhooks/subscriptions', {
      url: 'http://127.0.0.1:1/',
      event_types: ['workspace.updated'],
      description: `${word}-webhook`,
    })
    idOf.push([/api-keys/, () => [named.id]], [/subscriptions/, () => [hook.id]])
  })

  async function must(who: Tenant, method: string, url: string, body?: object, headers = {}) {
    const answer = await service.call(method, url, { key: who.key, headers, ...(body && { body }) })
    expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }

  /** A private board, and a public task that is related to it. */
  async function makeBoards() {
    const secret = await must(ada, 'POST', '/api/v1/pm/boards', {
      title: `${word}-board`,
      slug: `${word}-slug`,
      description: `${word}-board-description`,
      access: 0,
    })
    const column = await must(ada, 'POST', `/api/v1/pm/boards/${secret.id}/status`, {
      title: `${word}-column`,
    })
    const field = await must(ada, 'POST', `/api/v1/pm/boards/${secret.id}/fields`, {
      name: `${word}-field`,
      kind: 'text',
    })
    const task = await must(ada, 'POST', '/api/v1/pm/tasks', {
      board: secret.id,
      status: column.id,
      title: `${word}-task`,
      description: `${word}-task-description`,
    })
    await must(ada, 'POST', `/api/v1/pm/tasks/${task.id}/checklist`, { title: `${word}-item` })
    const comment = await must(ada, 'POST', '/api/v1/comments', {
      content_type: 'task',
      object_pk: task.id,
      comment: `${word}-comment`,
    })
    const open = await must(ada, 'POST', '/api/v1/pm/boards', { title: 'Open' })
    const moved = await must(ada, 'POST', '/api/v1/pm/tasks', {
      board: secret.id,
      status: column.id,
      title: 'Comes from elsewhere',
    })
    await must(ada, 'POST', `/api/v1/pm/tasks/${moved.id}/move`, { board: open.id })
    await must(ada, 'POST', `/api/v1/pm/tasks/${moved.id}/add_dependency`, {
      target_task_id: task.id,
      relation_type: 'BLOCKS',
    })
    await must(ada, 'POST', `/api/v1/pm/tasks/${moved.id}/add_dependency`, {
      target_task_id: task.id,
      relation_type: 'RELATES_TO',
    })
    Object.assign(ids, {
      board_id: [secret.id, secret.slug, `${word}-slug`, open.id],
      status_id: [column.id],
      field_id: [field.id],
      task_id: [task.id, moved.id],
    })
    idOf.push([/comments/, () => [comment.id]])
  }

  async function makeProject() {
    const space = await must(owner, 'POST', '/api/v1/workspaces/teamspaces', { name: 'Finance' })
    const member = { user_id: ada.userId }
    await must(owner, 'POST', `/api/v1/workspaces/teamspaces/${space.id}/members`, member)
    const inSpace = { space: String(space.id) }
    const body = { title: `${word}-project`, data: { note: `${word}-data` } }
    const project = await must(ada, 'POST', '/api/v1/projects/campaign', body, inSpace)
    const path = `/api/v1/projects/campaign/${project.id}`
    const item = await must(
      ada,
      'POST',
      `${path}/items`,
      { title: `${word}-project-item` },
      inSpace,
    )
    const board = { title: `${word}-space-board` }
    const spaceBoard = await must(ada, 'POST', '/api/v1/pm/boards', board, inSpace)
    ids.board_id?.push(spaceBoard.id)
    Object.assign(ids, { item_id: [item.id], resourcetype: ['campaign'], revision: [1] })
    idOf.push([/projects/, () => [project.id]], [/teamspaces/, () => [space.id]])
  }

  /** Content for Ada and her agent, and nobody else. */
  async function makeConversation() {
    const notification = {
      userId: String(ada.userId),
      workspaceId: String(ada.workspaceId),
      category: 'agentNeedsInput',
      title: `${word}-title`,
      message: `${word}-message`,
      body: `${word}-body`,
      threadId: `${word}-thread`,
      _extra: { note: `${word}-extra` },
      question: { kind: 'choice', options: [`${word}-option`, 'no'] },
    }
    const notify = '/api/v1/service/agent/notify'
    const sent = await must(ada, 'POST', notify, notification)
    const more = { title: `${word}-second`, threadId: `${word}-thread` }
    await must(ada, 'POST', notify, { ...notification, ...more })
    await must(ada, 'POST', `/api/v1/questions/${sent.question_id}/answer`, {
      value: `${word}-option`,
      comment: `${word}-answer`,
    })
    await must(ada, 'POST', notify, {
      ...notification,
      title: `${membersWord}-title`,
      message: `${membersWord}-message`,
      body: `${membersWord}-body`,
      threadId: `${membersWord}-thread`,
      _extra: {},
      question: { kind: 'text', answerable_by: 'anyone' },
    })
    const text = { text: `${word}-said` }
    await must(ada, 'POST', `/api/v1/threads/${word}-thread/messages`, text)
    const mails = await until('the mail to be kept', async () => {
      const { results } = await must(ada, 'GET', '/api/v1/mails')
      return results.length > 0 && results
    })
    ids.thread_id = [`${word}-thread`]
    idOf.push(
      [/questions/, () => [sent.question_id]],
      [/notifications/, () => [sent.notification_id]],
      [/mails/, () => mails.map(({ id }: { id: string }) => id)],
    )
  }

  async function makeRun() {
    const hands = workflowsOf(service, () => ada)
    const id = await hands.define({
      inputs: { type: 'object' },
      steps: [
        {
          id: 'get',
          type: 'call',
          operation: 'getBoardTask',
          params: { task_id: ids.task_id?.[0] },
        },
        { id: 'set', type: 'set', value: `\${steps.get.output.title}` },
      ],
      output: { found: `\${steps.set.output}`, note: `\${inputs.note}` },
    })
    const run = await hands.start(id, { note: `${word}-run-input` })
    expect((await hands.ended(run)).status).toBe('COMPLETED')
    await hands.call('PATCH', `/api/v1/service/workflows/${id}`, {
      definition: { title: 'Try', steps: [{ id: 'one', type: 'set', value: 1 }] },
    })
    Object.assign(ids, { run_id: [run.runId], version: [2] })
    idOf.push([/workflows/, () => [id]])
  }

  return { ids, idOf, must }
}
