import { beforeAll, expect } from 'vitest'
import { workflowClient } from '../../src/features/workflows/test-workflows.ts'
import { callAs, expectStatus, type Harness, type Tenant } from '../harness.ts'
import { until } from '../server-client.ts'

export const word = 'canary'

/** Appears where every member may read, but no guest. */
export const membersWord = 'inside'

/** Puts the word into every private place of a workspace: of Ada, her teamspace and its owner. */
export function usePrivatePlaces(service: Harness, owner: Tenant, ada: Tenant) {
  /** Ids by the name of the path parameter; `id` by the path before it. */
  const ids: Record<string, (string | number)[]> = {}
  const idOf: [RegExp, () => (string | number)[]][] = []

  beforeAll(async () => {
    await createBoards()
    await createProject()
    await createConversation()
    await createRun()
    const named = await asAda('POST', '/api/v1/api-keys', { name: `${word}-key` })
    const hook = await asOwner('POST', '/api/v1/webhooks/subscriptions', {
      url: 'http://127.0.0.1:1/',
      event_types: ['workspace.updated'],
      description: `${word}-webhook`,
    })
    idOf.push([/api-keys/, () => [named.id]], [/subscriptions/, () => [hook.id]])
  })

  const asAda = callAs(service, ada)
  const asOwner = callAs(service, owner)

  /** A private board, and a public task that is related to it. */
  async function createBoards() {
    const secret = await asAda('POST', '/api/v1/pm/boards', {
      title: `${word}-board`,
      slug: `${word}-slug`,
      description: `${word}-board-description`,
      access: 0,
    })
    const column = await asAda('POST', `/api/v1/pm/boards/${secret.id}/status`, {
      title: `${word}-column`,
    })
    const field = await asAda('POST', `/api/v1/pm/boards/${secret.id}/fields`, {
      name: `${word}-field`,
      kind: 'text',
    })
    const task = await asAda('POST', '/api/v1/pm/tasks', {
      board: secret.id,
      status: column.id,
      title: `${word}-task`,
      description: `${word}-task-description`,
    })
    await asAda('POST', `/api/v1/pm/tasks/${task.id}/checklist`, { title: `${word}-item` })
    const comment = await asAda('POST', '/api/v1/comments', {
      content_type: 'task',
      object_pk: task.id,
      comment: `${word}-comment`,
    })
    const open = await asAda('POST', '/api/v1/pm/boards', { title: 'Open' })
    const moved = await asAda('POST', '/api/v1/pm/tasks', {
      board: secret.id,
      status: column.id,
      title: 'Comes from elsewhere',
    })
    await asAda('POST', `/api/v1/pm/tasks/${moved.id}/move`, { board: open.id })
    await asAda('POST', `/api/v1/pm/tasks/${moved.id}/add_dependency`, {
      target_task_id: task.id,
      relation_type: 'BLOCKS',
    })
    await asAda('POST', `/api/v1/pm/tasks/${moved.id}/add_dependency`, {
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

  async function createProject() {
    const space = await asOwner('POST', '/api/v1/workspaces/teamspaces', { name: 'Finance' })
    const member = { user_id: ada.userId }
    await asOwner('POST', `/api/v1/workspaces/teamspaces/${space.id}/members`, member)
    const inSpace = callAs(service, ada, { space: String(space.id) })
    const body = { title: `${word}-project`, data: { note: `${word}-data` } }
    const project = await inSpace('POST', '/api/v1/projects/campaign', body)
    const path = `/api/v1/projects/campaign/${project.id}`
    const item = await inSpace('POST', `${path}/items`, { title: `${word}-project-item` })
    const board = { title: `${word}-space-board` }
    const spaceBoard = await inSpace('POST', '/api/v1/pm/boards', board)
    ids.board_id?.push(spaceBoard.id)
    Object.assign(ids, { item_id: [item.id], resourcetype: ['campaign'], revision: [1] })
    idOf.push([/projects/, () => [project.id]], [/teamspaces/, () => [space.id]])
  }

  /** Content for Ada and her agent, and nobody else. */
  async function createConversation() {
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
    const sent = await asAda('POST', notify, notification)
    const more = { title: `${word}-second`, threadId: `${word}-thread` }
    await asAda('POST', notify, { ...notification, ...more })
    const answer = { value: `${word}-option`, comment: `${word}-answer` }
    const path = `/api/v1/questions/${sent.question_id}/answer`
    await expectStatus(200, service.call('POST', path, { token: ada.token, body: answer }))
    await asAda('POST', notify, {
      ...notification,
      title: `${membersWord}-title`,
      message: `${membersWord}-message`,
      body: `${membersWord}-body`,
      threadId: `${membersWord}-thread`,
      _extra: {},
      question: { kind: 'text', answerable_by: 'anyone' },
    })
    const text = { text: `${word}-said` }
    await asAda('POST', `/api/v1/threads/${word}-thread/messages`, text)
    const mails = await until('the mail to be kept', async () => {
      const { results } = await asAda('GET', '/api/v1/mails')
      return results.length > 0 && results
    })
    ids.thread_id = [`${word}-thread`]
    idOf.push(
      [/questions/, () => [sent.question_id]],
      [/notifications/, () => [sent.notification_id]],
      [/mails/, () => mails.map(({ id }: { id: string }) => id)],
    )
  }

  async function createRun() {
    const workflows = workflowClient(service, () => ada)
    const id = await workflows.define({
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
    const run = await workflows.start(id, { note: `${word}-run-input` })
    expect((await workflows.waitForEnd(run)).status).toBe('COMPLETED')
    await workflows.call('PATCH', `/api/v1/service/workflows/${id}`, {
      definition: { title: 'Try', steps: [{ id: 'one', type: 'set', value: 1 }] },
    })
    Object.assign(ids, { run_id: [run.runId], version: [2] })
    idOf.push([/workflows/, () => [id]])
  }

  return { ids, idOf, asAda, asOwner }
}
