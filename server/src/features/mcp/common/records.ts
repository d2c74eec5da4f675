import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { readJobText } from '../jobs/job-kinds.ts'
import { fileLink } from '../jobs/job-result.ts'
import { renameInError } from '../rename-in-error.ts'
import type { Tool } from '../surface.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool, type Use } from './common-tool.ts'
import { requireByName } from './find-by-name.ts'
import { briefCard, findKind, type KindName, kindNames, readPage } from './record-kinds.ts'
import { boardSlug, cardSlug, fileId, projectPath, workflowId } from './references.ts'

const Kind = Type.Enum([...kindNames])

const ListRecords = Type.Object({
  kind: Kind,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  board: Type.Optional(Type.String({ description: 'Cards of this board.' })),
  column: Type.Optional(Type.String({ description: 'Cards of this column.' })),
  assignee: Type.Optional(Type.String({ description: 'Email, name, "me" or "none".' })),
  complete: Type.Optional(Type.Boolean()),
  due_before: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  language: Type.Optional(Type.String({ description: 'Of voices, such as en-US.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
})

const GetRecord = Type.Object({
  kind: Kind,
  id: Type.String({ minLength: 1, maxLength: 500, description: 'Id, slug, title or name.' }),
})

/** One tool to list every kind of record, and one to read it. */
export function recordTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'list_records',
      title: 'List or search records',
      description:
        'Lists boards, cards, projects, files, people, voices, social accounts, posts, drafts, workflows, runs, jobs, transcripts, questions or notifications.',
      permission: 'any credential',
      isReadOnly: true,
      input: ListRecords,
      call: listRecords,
    }),
    commonTool(caller, {
      name: 'get_record',
      title: 'Read a record',
      description:
        'Reads one record: a board with its columns, a card with comments, a project with its data, a file, a transcript with its text, a job.',
      permission: 'any credential',
      isReadOnly: true,
      input: GetRecord,
      call: async (use, { kind, id }) => {
        const record = await readRecord(use, kind, id)
        const { form } = use.call
        if (kind !== 'file') return valueResult(record, form, { moreBy })
        const { name, content_type } = record as { name: string; content_type: string | null }
        const links = [fileLink({ id: String(record.id), name, content_type })]
        return valueResult(findKind('file').brief(record), form, { links })
      },
    }),
  ]
}

const moreBy = 'Find the tool that reads all of it with find_tools, and pass "_full": true.'

async function listRecords(
  use: Use,
  { kind, page = 1, limit = 20, ...given }: { kind: KindName; page?: number; limit?: number },
) {
  const { filters, pageSize, brief } = findKind(kind)
  const query: Record<string, unknown> = pageSize ? { page, [pageSize]: limit } : {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const filter = filters[name]
    if (filter === undefined) ignored.push(name)
    else query[filter] = name === 'board' ? await boardSlug(use, String(value)) : value
  }
  const { total, records } = await readPage(use.caller, use.call, kind, query).catch(
    renameInError(filters.column ?? 'column', 'column', buildColumnsPath(query.board)),
  )
  const shown = pageSize ? records : records.slice((page - 1) * limit, page * limit)
  const items = shown.map((record) => brief(record))
  const rest = total - (page - 1) * limit - items.length
  return valueResult(
    {
      total,
      items,
      ...(rest > 0 && { more: `${rest} more: pass "page": ${page + 1}.` }),
      ...(ignored.length > 0 && { ignored: `${kind} has no filter ${ignored.join(', ')}.` }),
    },
    use.call.form,
    { moreBy: 'Pass a smaller "limit", or read single records with get_record.' },
  )
}

function buildColumnsPath(board: unknown = '…'): string {
  return `. Read the columns with get_record {"kind":"board","id":"${board}"}`
}

async function readRecord(use: Use, kind: KindName, id: string): Promise<Record<string, unknown>> {
  const { run } = use
  switch (kind) {
    case 'board': {
      const params = { board_id: await boardSlug(use, id) }
      return findKind('board').brief(
        await run('getBoard', { params, query: { expand: 'statuses' } }),
      )
    }
    case 'card':
      return readCard(use, await cardSlug(use, id))
    case 'project':
      return run('getProject', { params: await projectPath(use, id) })
    case 'file':
      return run('getAsset', { params: { id: await fileId(use, 'id', id) } })
    case 'job':
      return run('getTask', { params: { task_id: readJobText(id).ids[0] } })
    case 'transcript':
      return run('getTranscription', { params: { id } })
    case 'workflow':
      return run('getWorkflow', { params: { id: await workflowId(use, id) } })
    case 'post':
    case 'draft':
      return run('getSocialEntry', { params: { id } })
    case 'question':
      return run('getQuestion', { params: { id } })
    default:
      return requireByName(use.caller, use.call, kind, 'id', id)
  }
}

async function readCard({ run }: Use, slug: string): Promise<Record<string, unknown>> {
  const query = { expand: 'status_details,assignees,board,attachments,tags' }
  const card = await run('getBoardTask', { params: { task_id: slug }, query })
  const about = { content_type: 'task', object_pk: slug, page_size: 10 }
  const { results } = await run('listComments', { query: about })
  const { attachments, checklist, custom_fields, subtasks } = card as Record<string, unknown>
  return {
    ...briefCard(card),
    tags: (card.tags as { name: string }[]).map(({ name }) => name),
    checklist,
    custom_fields,
    subtasks,
    attachments: (attachments as Record<string, unknown>[]).map(findKind('file').brief),
    comments: (results as { author: { name: string }; comment: string }[]).map(
      ({ author, comment }) => ({ by: author.name, comment }),
    ),
  }
}
