import { beforeAll, describe, expect, test } from 'vitest'
import { base, workflowClient } from '../../src/features/workflows/test-workflows.ts'
import type { Permission } from '../../src/http/permissions.ts'
import { callAs, type Tenant, useColleague, useService, useTenant } from '../harness.ts'
import { notify } from '../notify.ts'

/** Somebody writes what another person starts, to borrow that person's permissions. */
const service = useService()
const admin = useTenant(service)
const member = useColleague(service, admin, 'member')
const other = useColleague(service, admin, 'member')
let secretBoard: string
let secretTask: string
let adminsQuestion: string

beforeAll(async () => {
  const board = { title: 'Salaries', access: 0 }
  secretBoard = (await callAs(service, admin)('POST', '/api/v1/pm/boards', board)).id
  const task = { board: secretBoard, title: 'Secret raise' }
  secretTask = (await callAs(service, admin)('POST', '/api/v1/pm/tasks', task)).id
  const asked = await notify(service, admin, {
    category: 'agentNeedsInput',
    title: 'Secret question',
    threadId: 'admins',
    question: { kind: 'approval' },
  })
  adminsQuestion = asked.body.question_id
})

/** One person saves a workflow, another starts it. Returns the ended run as the starter sees it. */
async function play(author: Tenant, starter: Tenant, steps: object[], output: object = {}) {
  const authored = workflowClient(service, () => author)
  const started = workflowClient(service, () => starter)
  const id = await authored.define({ steps, output })
  const run = await started.start(id)
  return { run, ended: await started.waitForEnd(run) }
}

const readTask = { id: 'get', type: 'call', operation: 'getBoardTask' }

describe('the permissions of a run', () => {
  test('never exceed those of its author, whoever starts it', async () => {
    const steps = [{ ...readTask, params: { task_id: secretTask } }]
    const { ended, run } = await play(member, admin, steps, { found: `\${steps.get.output.title}` })
    expect(ended.status).toBe('FAILED')
    expect(JSON.stringify(ended)).not.toContain('Secret raise')
    expect(ended.output.error.code).toBe('pm_task_not_found')
    const seen = await workflowClient(service, () => member).readStatus(run)
    expect(JSON.stringify(seen)).not.toContain('Secret raise')
  })

  test('never exceed those of its starter, whoever wrote it', async () => {
    const steps = [{ ...readTask, params: { task_id: secretTask } }]
    expect((await play(admin, member, steps)).ended.status).toBe('FAILED')
    expect((await play(admin, admin, steps)).ended.status).toBe('COMPLETED')
  })

  test('of two members include only what both can see', async () => {
    const made = { title: 'Ours', access: 0 }
    const { id } = await callAs(service, member)('POST', '/api/v1/pm/boards', made)
    const read = [{ id: 'get', type: 'call', operation: 'getBoard', params: { board_id: id } }]
    expect((await play(other, member, read)).ended.status).toBe('FAILED')
    expect((await play(member, other, read)).ended.status).toBe('FAILED')
    await callAs(service, member)('POST', `/api/v1/pm/boards/${id}/members`, {
      user_id: other.userId,
    })
    expect((await play(other, member, read)).ended.status).toBe('COMPLETED')
    const write = [
      {
        id: 'add',
        type: 'call',
        operation: 'createBoardTask',
        body: { board: id, title: 'Written' },
      },
    ]
    expect((await play(other, member, write)).ended.status).toBe('COMPLETED')
    expect((await play(member, admin, write)).ended.status).toBe('COMPLETED')
  })

  test('are not extended by a workflow that an administrator wrote', async () => {
    const inner = workflowClient(service, () => admin)
    const id = await inner.define({
      inputs: { type: 'object', properties: { task: { type: 'string' } } },
      steps: [{ ...readTask, params: { task_id: `\${inputs.task}` } }],
      output: { title: `\${steps.get.output.title}` },
    })
    const steps = [{ id: 'sub', type: 'sub_workflow', workflow: id, input: { task: secretTask } }]
    const { ended } = await play(member, admin, steps, { found: `\${steps.sub.output.title}` })
    expect(ended.status).toBe('FAILED')
    expect(JSON.stringify(ended)).not.toContain('Secret raise')
  })

  test('are limited to those of the key that saved it, and the error says so', async () => {
    const scopes: Permission[] = ['workflows:read', 'workflows:write']
    const key = await service.keyWith(member, scopes)
    const saver = { ...member, key }
    const steps = [{ id: 'list', type: 'call', operation: 'listBoards' }]
    const { ended } = await play(saver, member, steps)
    expect(ended.status).toBe('FAILED')
    expect(ended.output.error.code).toBe('permission_denied')
    expect(ended.output.error.message).toContain('who saved this workflow')
  })

  test("cover the starter's inbox only in the starter's own workflows", async () => {
    const inbox = [{ id: 'inbox', type: 'call', operation: 'listNotifications' }]
    const { ended } = await play(member, admin, inbox, { all: `\${steps.inbox.output}` })
    expect(ended.status).toBe('FAILED')
    expect(JSON.stringify(ended)).not.toContain('Secret question')
    expect((await play(admin, admin, inbox)).ended.status).toBe('COMPLETED')
    const message = {
      userId: String(member.userId),
      workspaceId: String(admin.workspaceId),
      category: 'agentNudge',
      title: 'Let me in',
      message: 'Please.',
      threadId: 'admins',
    }
    const notify = [{ id: 'join', type: 'call', operation: 'sendAgentNotification', body: message }]
    await play(member, admin, notify)
    const thread = await service.call('GET', '/api/v1/threads/admins', { key: member.key })
    expect(thread.text).not.toContain('Secret question')
  })

  test('end when its author leaves', async () => {
    const leaver = await service.colleague(admin, 'member')
    const authored = workflowClient(service, () => leaver)
    const id = await authored.define({
      steps: [{ id: 'list', type: 'call', operation: 'listBoards' }],
    })
    const workflows = workflowClient(service, () => admin)
    expect((await workflows.waitForEnd(await workflows.start(id))).status).toBe('COMPLETED')
    await callAs(service, admin)('DELETE', `/api/v1/workspaces/members/${leaver.userId}`)
    const ended = await workflows.waitForEnd(await workflows.start(id))
    expect(ended.status).toBe('FAILED')
    expect(ended.output.error.code).toBe('author_left')
    const again = { definition: { title: 'Try', steps: [{ id: 'one', type: 'set', value: 1 }] } }
    await callAs(service, admin)('PATCH', `${base}/${id}`, again)
    expect((await workflows.waitForEnd(await workflows.start(id))).status).toBe('COMPLETED')
  })
})

describe('an operation for people only', () => {
  test('is refused when a workflow is saved', async () => {
    const answer = {
      id: 'yes',
      type: 'call',
      operation: 'answerQuestion',
      params: { id: adminsQuestion },
      body: { value: 'approved' },
    }
    const saved = await service.call('POST', base, {
      key: admin.key,
      body: { definition: { title: 'Yes to all', steps: [answer] } },
    })
    expect(saved.status).toBe(400)
    expect(saved.body.errors[0].path).toBe('definition.steps.0.operation')
    const listed = await service.call('GET', `${base}/operations`, { key: admin.key })
    const callable = new Set(listed.body.results.map(({ id }: { id: string }) => id))
    const forbidden = service.operations.filter(({ onlyPeople }) => onlyPeople)
    expect(forbidden.map(({ id }) => id)).toEqual(expect.arrayContaining(['answerQuestion']))
    for (const { id } of forbidden) expect(callable.has(id), id).toBe(false)
    // Credentials, people and consent are always out of reach, whatever is added to these features.
    const tags = ['API keys', 'Members', 'Invitations', 'Authentication', 'OAuth', 'Sign-in']
    const reachable = service.operations.filter(({ id }) => callable.has(id))
    for (const { id, tag, method } of reachable) {
      expect(method !== 'GET' && tags.includes(tag), id).toBe(false)
    }
  })

  test('is refused again when a run reaches it', async () => {
    const workflows = workflowClient(service, () => admin)
    const id = await workflows.define({
      steps: [{ id: 'yes', type: 'call', operation: 'listBoards' }],
    })
    // Like a document that was saved before the rule.
    await service.deps.db.system`
      update workflow_versions set definition = ${service.deps.db.system.json({
        title: 'Yes to all',
        steps: [
          {
            id: 'yes',
            type: 'call',
            operation: 'answerQuestion',
            params: { id: adminsQuestion },
            body: { value: 'approved' },
          },
        ],
      })} where workflow_id = ${id}`
    const ended = await workflows.waitForEnd(await workflows.start(id))
    expect(ended.status).toBe('FAILED')
    expect(ended.output.error.code).toBe('permission_denied')
    const question = await callAs(service, admin)('GET', `/api/v1/questions/${adminsQuestion}`)
    expect(question.status).toBe('open')
  })
})

describe('the results of a run', () => {
  test('are visible to its starter, its author and administrators', async () => {
    const steps = [{ ...readTask, params: { task_id: secretTask } }]
    const output = { found: `\${steps.get.output.title}` }
    const { run } = await play(admin, admin, steps, output)
    const createWorkflowClient = (who: Tenant) => workflowClient(service, () => who)
    const shown = await createWorkflowClient(admin).readStatus(run)
    expect(shown.output).toEqual({ found: 'Secret raise' })
    const hidden = await createWorkflowClient(member).readStatus(run)
    expect(hidden).toMatchObject({ status: 'COMPLETED', input: {}, output: {} })
    for (const path of ['status', 'steps']) {
      const url = `${createWorkflowClient(member).runPath(run)}/${path}`
      const answer = await service.call('GET', url, { key: member.key })
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('Secret raise')
      expect(answer.text).not.toContain(secretTask)
    }
    const theirs = await play(member, other, [{ id: 'one', type: 'set', value: 1 }], { got: 7 })
    expect((await createWorkflowClient(member).readStatus(theirs.run)).output).toEqual({ got: 7 })
  })
})
