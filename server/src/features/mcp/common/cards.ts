import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { renameInError } from '../rename-in-error.ts'
import type { Tool } from '../surface.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool, type Use } from './common-tool.ts'
import { briefCard, findKind } from './record-kinds.ts'
import { boardSlug, cardSlug, fileId } from './references.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) })

const Column = text(64, 'Title of a column.')
const fields = {
  column: Type.Optional(Column),
  description: Type.Optional(Type.String({ description: 'Markdown.' })),
  assignees: Type.Optional(
    Type.Array(Type.String(), { description: 'Emails, full names or "me".' }),
  ),
  due_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
  priority: Type.Optional(Type.Enum(['low', 'medium', 'high', 'urgent'])),
  tags: Type.Optional(Type.Array(Type.String())),
}

const CreateBoard = Type.Object({
  title: text(200),
  description: Type.Optional(Type.String()),
  columns: Type.Optional(
    Type.Array(text(32), {
      minItems: 1,
      maxItems: 20,
      description: 'Columns to add to Draft, To Do, In Progress, Completed.',
    }),
  ),
})

const CreateCard = Type.Object({
  board: text(200, 'Slug or title.'),
  title: text(500),
  ...fields,
})

const UpdateCard = Type.Object({
  card: text(500, 'Such as LAUNCH-12, or its title.'),
  title: Type.Optional(text(500)),
  ...fields,
  complete: Type.Optional(Type.Boolean()),
  comment: Type.Optional(text(10_000, 'A comment to add.')),
  attach_file: Type.Optional(text(200, 'Id or name of a file to attach.')),
})

interface WithSlug {
  slug: string
}

/** Boards and their cards. A card is a task on a board. */
export function cardTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'set_up_board',
      title: 'Create a board',
      description: 'Creates a board. Its columns are Draft, To Do, In Progress, Completed.',
      permission: 'boards:write',
      input: CreateBoard,
      call: async ({ run, call }, { columns = [], ...body }) => {
        const { slug } = await run<WithSlug>('createBoard', { body })
        const params = { board_id: slug }
        const read = () => run('getBoard', { params, query: { expand: 'statuses' } })
        const { statuses } = await read()
        const known = (statuses as { title: string }[]).map(({ title }) => title.toLowerCase())
        for (const title of columns) {
          if (!known.includes(title.toLowerCase())) {
            await run('createStatus', { params, body: { title } })
          }
        }
        return valueResult(findKind('board').brief(await read()), call.form)
      },
    }),
    commonTool(caller, {
      name: 'create_card',
      title: 'Create a card on a board',
      description: 'Creates a card (a task of people) on a board.',
      permission: 'boards:write',
      input: CreateCard,
      call: async (use, { board, column, ...card }) => {
        const body = { ...card, ...(column !== undefined && { status: column }) }
        const on = await boardSlug(use, board)
        const { slug } = await use
          .run<WithSlug>('createBoardTask', { body: { ...body, board: on } })
          .catch(aboutColumn)
        return cardResult(use, slug)
      },
    }),
    commonTool(caller, {
      name: 'update_card',
      title: 'Change, move, complete or comment on a card',
      description: 'Changes a card: moves it to a column, completes it, comments, attaches a file.',
      permission: 'boards:write',
      input: UpdateCard,
      call: updateCard,
    }),
  ]
}

async function updateCard(
  use: Use,
  {
    card,
    column,
    comment,
    attach_file,
    ...changes
  }: { card: string; column?: string; comment?: string; attach_file?: string },
) {
  const { run } = use
  const params = { task_id: await cardSlug(use, card) }
  const body = { ...changes, ...(column !== undefined && { status: column }) }
  // Before the first change, so that an unknown file changes nothing.
  const asset_id =
    attach_file === undefined ? undefined : await fileId(use, 'attach_file', attach_file)
  if (Object.keys(body).length > 0) {
    await run('updateBoardTask', { params, body }).catch(aboutColumn)
  }
  if (asset_id !== undefined) await run('attachAsset', { params, body: { asset_id } })
  if (comment !== undefined) {
    const about = { content_type: 'task', object_pk: params.task_id, comment }
    await run('createComment', { body: about })
  }
  return cardResult(use, params.task_id)
}

/** The API calls a column `status`; the tools don't. */
const aboutColumn = renameInError('status', 'column')

async function cardResult({ run, call }: Use, slug: string) {
  const query = { expand: 'status_details,assignees,board' }
  const card = await run('getBoardTask', { params: { task_id: slug }, query })
  return valueResult(briefCard(card), call.form)
}
