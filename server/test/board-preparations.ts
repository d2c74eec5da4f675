import type { Another, Ask, Prepare, Replaced } from './example-preparations.ts'
import type { Tenant } from './harness.ts'

interface Tools {
  ask: Ask
  another: Another
  asset(): Promise<{ id: string }>
  mia: Tenant
}

/** What the examples of boards, tasks and comments refer to. */
export function boardPreparations({ ask, another, asset, mia }: Tools): Record<string, Prepare> {
  async function boardWithFields(): Promise<Replaced> {
    const board = await ask('POST', '/api/v1/pm/boards', { title: 'Another' })
    const url = `/api/v1/pm/boards/${board.id}`
    const field = await ask('POST', `${url}/fields`, { name: 'Channel', kind: 'text' })
    await ask('POST', `${url}/members`, { user_id: mia.userId })
    const [first, second] = board.statuses
    return {
      params: { board_id: board.id, status_id: first, field_id: field.id, user_id: mia.userId },
      query: { move_to: second },
      body: { target_status_id: second },
    }
  }

  /** The examples refer to the twelfth and the seventh task of a board by name. */
  async function launchTasks(): Promise<Replaced> {
    const { count } = await ask('GET', '/api/v1/pm/tasks?board=launch')
    for (let made = count; made < 12; made++) {
      await ask('POST', '/api/v1/pm/tasks', { board: 'launch', title: `Step ${made}` })
    }
    return {}
  }

  async function checklistItem(): Promise<Replaced> {
    await launchTasks()
    const { id } = await ask('POST', '/api/v1/pm/tasks/LAUNCH-12/checklist', { title: 'Proofread' })
    return { params: { task_id: 'LAUNCH-12', item_id: id } }
  }

  async function attached(): Promise<Replaced> {
    await launchTasks()
    const { id: asset_id } = await asset()
    await ask('POST', '/api/v1/pm/tasks/LAUNCH-12/attachment', { asset_id })
    return { params: { task_id: 'LAUNCH-12', asset_id } }
  }

  async function comment(): Promise<Replaced> {
    await launchTasks()
    return { params: { id: (await another('createComment')).id } }
  }

  return {
    deleteBoard: boardWithFields,
    removeBoardMember: boardWithFields,
    '/api/v1/pm/boards/{board_id}/status/{status_id}': boardWithFields,
    '/api/v1/pm/boards/{board_id}/fields/{field_id}': boardWithFields,
    moveStatusTasks: boardWithFields,
    '/api/v1/pm/tags/{tag_id}': async () => ({
      params: { tag_id: (await another('createTag', { name: `tag ${Math.random()}` })).id },
    }),
    '/api/v1/pm/tasks/{task_id}': launchTasks,
    deleteBoardTask: async () => ({ params: { task_id: (await another('createBoardTask')).id } }),
    moveBoardTask: async () => {
      await launchTasks()
      const { status } = await ask('GET', '/api/v1/pm/tasks/LAUNCH-7')
      await ask('PATCH', '/api/v1/pm/tasks/LAUNCH-12', { complete: false, status })
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
