import type { Call, CreateExample, Preparations, Replacements } from './example-preparations.ts'
import type { Tenant } from './harness.ts'

interface Tools {
  call: Call
  createExample: CreateExample
  asset(): Promise<{ id: string }>
  mia: Tenant
}

/** What the examples of boards, tasks and comments refer to. */
export function boardPreparations({ call, createExample, asset, mia }: Tools): Preparations {
  async function boardWithFields(): Promise<Replacements> {
    const board = await call('POST', '/api/v1/pm/boards', { title: 'Another' })
    const url = `/api/v1/pm/boards/${board.id}`
    const field = await call('POST', `${url}/fields`, { name: 'Channel', kind: 'text' })
    await call('POST', `${url}/members`, { user_id: mia.userId })
    const [first, second] = board.statuses
    return {
      params: { board_id: board.id, status_id: first, field_id: field.id, user_id: mia.userId },
      query: { move_to: second },
      body: { target_status_id: second },
    }
  }

  /** The examples refer to the twelfth and the seventh task of a board by name. */
  async function launchTasks(): Promise<Replacements> {
    const { count } = await call('GET', '/api/v1/pm/tasks?board=launch')
    for (let made = count; made < 12; made++) {
      await call('POST', '/api/v1/pm/tasks', { board: 'launch', title: `Step ${made}` })
    }
    return {}
  }

  async function checklistItem(): Promise<Replacements> {
    await launchTasks()
    const { id } = await call('POST', '/api/v1/pm/tasks/LAUNCH-12/checklist', {
      title: 'Proofread',
    })
    return { params: { task_id: 'LAUNCH-12', item_id: id } }
  }

  async function attached(): Promise<Replacements> {
    await launchTasks()
    const { id: asset_id } = await asset()
    await call('POST', '/api/v1/pm/tasks/LAUNCH-12/attachment', { asset_id })
    return { params: { task_id: 'LAUNCH-12', asset_id } }
  }

  async function comment(): Promise<Replacements> {
    await launchTasks()
    return { params: { id: (await createExample('createComment')).id } }
  }

  return {
    deleteBoard: boardWithFields,
    removeBoardMember: boardWithFields,
    '/api/v1/pm/boards/{board_id}/status/{status_id}': boardWithFields,
    '/api/v1/pm/boards/{board_id}/fields/{field_id}': boardWithFields,
    moveStatusTasks: boardWithFields,
    '/api/v1/pm/tags/{tag_id}': async () => ({
      params: {
        tag_id: (await createExample('createTag', { name: `tag ${Math.random()}` })).id,
      },
    }),
    '/api/v1/pm/tasks/{task_id}': launchTasks,
    deleteBoardTask: async () => ({
      params: { task_id: (await createExample('createBoardTask')).id },
    }),
    moveBoardTask: async () => {
      await launchTasks()
      const { status } = await call('GET', '/api/v1/pm/tasks/LAUNCH-7')
      await call('PATCH', '/api/v1/pm/tasks/LAUNCH-12', { complete: false, status })
      return {}
    },
    updateChecklistItem: checklistItem,
    deleteChecklistItem: checklistItem,
    attachAsset: async () => ({ body: { asset_id: (await asset()).id } }),
    detachAsset: attached,
    listComments: async () => ({ query: { object_pk: 'LAUNCH-12' } }),
    '/api/v1/comments/{id}': comment,
  }
}
