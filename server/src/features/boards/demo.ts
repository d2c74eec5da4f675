import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Demo, DemoGuard } from '../feature.ts'
import { addChecklistItem } from './checklists/change-checklist.ts'
import { createComment } from './comments/create-comment.ts'
import { createBoard } from './create-board.ts'
import { addDependency } from './dependencies/manage-dependencies.ts'
import { createField } from './fields/manage-fields.ts'
import { listBoards } from './read-boards.ts'
import { listStatuses } from './statuses/read-statuses.ts'
import { createTask } from './tasks/create-task.ts'
import { moveTask } from './tasks/move-task.ts'
import { listTasks } from './tasks/read-tasks.ts'
import type { CreateTaskBody } from './tasks/schemas.ts'
import { updateTask } from './tasks/update-task.ts'

type DemoPerson = 'owner' | 'mia' | 'jo' | 'sam' | 'agent'
type Column = 'Draft' | 'To Do' | 'In Progress' | 'Completed'

interface DemoTask {
  title: string
  by: DemoPerson
  /** The assignee. */
  for?: DemoPerson
  column: Column
  /** Days from today. */
  due?: number
  more?: Partial<CreateTaskBody>
  checklist?: string[]
  comments?: [DemoPerson, string][]
}

/** In order of their numbers, so LAUNCH-1 is the first. */
const tasks: DemoTask[] = [
  {
    title: 'Settle the story of the launch',
    by: 'mia',
    for: 'mia',
    column: 'Completed',
    due: -9,
    more: { priority: 'high', tags: ['story'], estimated_hours: 4 },
    comments: [['jo', '“Made by hand, meant to last” it is.']],
  },
  {
    title: 'Photograph the workshop',
    by: 'mia',
    for: 'sam',
    column: 'Completed',
    due: -6,
    more: { tags: ['images'], description: 'Hands, tools, light from the window.' },
  },
  {
    title: 'Cut out the product images',
    by: 'mia',
    for: 'sam',
    column: 'Completed',
    due: -3,
    more: { tags: ['images'], custom_fields: { channel: 'Shop' } },
    comments: [['agent', 'All 24 are cut out. Three had soft edges; I did those twice.']],
  },
  {
    title: 'Choose the image for the first page',
    by: 'jo',
    for: 'mia',
    column: 'In Progress',
    due: 1,
    more: { priority: 'urgent', tags: ['images', 'shop'] },
    comments: [
      ['agent', 'Three are ready: the bench, the hands, the window.'],
      ['jo', 'The hands, if you ask me. {mia}, do you agree?'],
    ],
  },
  {
    title: 'Write the press release',
    by: 'mia',
    for: 'jo',
    column: 'In Progress',
    due: 3,
    more: {
      priority: 'high',
      tags: ['story'],
      estimated_hours: 6,
      description: 'One page with two images, in English and Swedish.',
      custom_fields: { channel: 'Press' },
    },
    checklist: ['First draft', 'Quotes from the workshop', 'Translate', 'Proofread'],
  },
  {
    title: 'Draft the posts of the first week',
    by: 'agent',
    for: 'jo',
    column: 'In Progress',
    due: 2,
    more: { tags: ['posts'], custom_fields: { channel: 'Social' } },
    comments: [['agent', 'Five drafts are ready to review. Tuesday still needs an image.']],
  },
  {
    title: 'Film the first sketch',
    by: 'jo',
    for: 'sam',
    column: 'To Do',
    due: 5,
    more: { priority: 'medium', tags: ['images', 'posts'], estimated_hours: 8 },
    checklist: ['Book the room', 'Storyboard', 'Record the narration'],
  },
  {
    title: 'Translate the shop into Swedish',
    by: 'owner',
    for: 'jo',
    column: 'To Do',
    due: 7,
    more: { tags: ['shop'], custom_fields: { channel: 'Shop' } },
  },
  {
    title: 'Send the press release',
    by: 'mia',
    for: 'mia',
    column: 'To Do',
    due: 8,
    more: { priority: 'high', tags: ['story'], custom_fields: { channel: 'Press' } },
  },
  {
    title: 'Schedule the posts of the first week',
    by: 'agent',
    column: 'To Do',
    due: 4,
    more: { tags: ['posts'], custom_fields: { channel: 'Social' } },
  },
  {
    title: 'Invite the neighbours to the opening',
    by: 'owner',
    column: 'Draft',
    due: 12,
    more: { priority: 'low' },
  },
  {
    title: 'Report on the first week',
    by: 'agent',
    for: 'owner',
    column: 'Draft',
    due: 14,
    more: { task_type: 'report', description: 'Reach, clicks, orders; what to do more of.' },
  },
]

/** Pairs of task numbers: the first blocks the second. */
const blocks: [number, number][] = [
  [1, 5],
  [2, 4],
  [5, 9],
  [6, 10],
  [4, 6],
]

/** The board of a small team, halfway to a launch. */
export async function demoBoard(deps: Deps, { owner, people, remember }: Demo) {
  const { results } = await listBoards(deps, owner, { page: 1, page_size: 1 })
  if (results.length > 0) return
  const who = actors(owner, people)
  const about = { title: 'Autumn launch', slug: 'launch' }
  const description = 'Everything up to the day the shop opens.'
  const board = await createBoard(deps, who.mia, { ...about, description })
  await remember({ operation: 'deleteBoard', params: { board_id: board.id } })
  const options = ['Press', 'Shop', 'Social']
  await createField(deps, who.mia, board.id, { name: 'Channel', kind: 'select', options })
  const columns = new Map(
    (await listStatuses(deps, owner, board.id)).map(({ title, id }) => [title, id]),
  )
  for (const task of tasks) {
    const task_id = await demoTask(deps, who, task)
    await remember({ operation: 'deleteBoardTask', params: { task_id } })
  }
  for (const [source, target] of blocks) {
    const target_task_id = `LAUNCH-${target}`
    const link = { target_task_id, relation_type: 'BLOCKS' } as const
    await addDependency(deps, who.mia, `LAUNCH-${source}`, link)
  }
  for (const [at, { column, by }] of tasks.entries()) {
    const status = columns.get(column) as string
    await moveTask(deps, who[by], `LAUNCH-${at + 1}`, { status })
  }
}

async function demoTask(
  deps: Deps,
  who: Record<DemoPerson, Actor>,
  task: DemoTask,
): Promise<string> {
  const { id } = await createTask(deps, who[task.by], {
    board: 'launch',
    title: task.title,
    ...(task.due !== undefined && { due_date: addDays(deps.clock(), task.due) }),
    ...task.more,
  })
  // People assign themselves, because an assignment by others sends an email.
  const taker = task.for && who[task.for]
  if (taker) await updateTask(deps, taker, id, { assignees: [taker.userId] })
  for (const title of task.checklist ?? []) {
    await addChecklistItem(deps, who[task.by], id, { title })
  }
  for (const [name, text] of task.comments ?? []) {
    const comment = text.replace('{mia}', `@[Mia Wong](user:${who.mia.userId})`)
    await createComment(deps, who[name], { content_type: 'task', object_pk: id, comment })
  }
  return id
}

/** A board to which people added tasks stays. */
export const boardGuards: Record<string, DemoGuard> = {
  deleteBoard: async (deps, owner, params) => {
    const { board_id: board } = params as { board_id: string }
    return (await listTasks(deps, owner, { board, page: 1, page_size: 1 })).count === 0
  },
}

function actors(owner: Actor, people: ReadonlyMap<string, number>): Record<DemoPerson, Actor> {
  const person = (firstName: string, lastName: string): Actor => {
    const userId = people.get(firstName) ?? owner.userId
    return { ...owner, kind: 'user', via: 'api', name: `${firstName} ${lastName}`, userId }
  }
  return {
    owner,
    mia: person('Mia', 'Wong'),
    jo: person('Jo', 'Lindqvist'),
    sam: person('Sam', 'Okafor'),
    agent: { ...owner, kind: 'agent', via: 'api', name: 'Launch agent' },
  }
}

function addDays(today: Date, days: number): string {
  return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
