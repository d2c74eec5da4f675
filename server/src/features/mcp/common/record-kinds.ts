import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Caller } from '../surface.ts'

type Json = Record<string, unknown>

/** A kind of record that models list, read and name. */
export interface RecordKind {
  /** The operation that lists it, and how its filters are called there. */
  list: string
  filters: Readonly<Record<string, string>>
  /** Undefined for lists without pages. */
  pageSize: 'page_size' | 'per_page' | undefined
  /** Where the list has its entries. */
  entries: 'results' | 'voices' | 'accounts'
  /** The values by which a record can be named, the reference first. */
  names(record: Json): string[]
  /** What a model needs to know about it. */
  brief(record: Json): Json
  /** Query values that every list needs. */
  always?: Json
}

const pick = (record: Json, ...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

const person = (record: Json) => `${record.first_name} ${record.last_name}`.trim()

const presentPeople = (people: unknown): unknown =>
  (people as (Json | number)[]).map((one) => (typeof one === 'number' ? one : person(one)))

export const recordKinds = {
  board: {
    list: 'listBoards',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    always: { expand: 'statuses' },
    names: ({ slug, id, title }) => [slug, id, title].map(String),
    brief: (board) => ({
      board: board.slug,
      ...pick(board, 'title', 'description'),
      columns: (board.statuses as Json[]).map(({ title }) => title),
      cards: board.tasks_count,
    }),
  },
  card: {
    list: 'listBoardTasks',
    filters: {
      search: 'search',
      board: 'board',
      column: 'status',
      assignee: 'assignee',
      complete: 'complete',
      due_before: 'due_before',
    },
    pageSize: 'page_size',
    entries: 'results',
    always: { expand: 'status_details,assignees,board' },
    names: ({ slug, id, title }) => [slug, id, title].map(String),
    brief: briefCard,
  },
  project: {
    list: 'listAllProjects',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ id, title }) => [id, title].map(String),
    brief: (project) => ({
      type: project.resourcetype,
      ...pick(project, 'id', 'title', 'description', 'revision', 'updated_at'),
    }),
  },
  file: {
    list: 'listAssets',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ id, name }) => [id, name].map(String),
    brief: (file) =>
      pick(
        file,
        'id',
        'name',
        'content_type',
        'bytes',
        'width',
        'height',
        'duration_ms',
        'file_url',
      ),
  },
  person: {
    list: 'listMembers',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: (member) => [member.user_id, member.email, person(member)].map(String),
    brief: (member) => ({
      id: member.user_id,
      name: person(member),
      ...pick(member, 'email', 'role'),
    }),
  },
  voice: {
    list: 'listVoices',
    filters: { search: 'search', language: 'language_code' },
    pageSize: undefined,
    entries: 'voices',
    names: ({ id, voice_name }) => [id, voice_name].map(String),
    brief: (voice) => ({
      voice: voice.voice_name,
      ...pick(voice, 'language_code', 'description', 'id'),
    }),
  },
  account: {
    list: 'getSocialAccounts',
    filters: {},
    pageSize: undefined,
    entries: 'accounts',
    names: ({ id, name }) => [id, name].map(String),
    brief: (account) => pick(account, 'id', 'name', 'network'),
  },
  post: {
    list: 'listPosts',
    filters: { search: 'search', status: 'status' },
    pageSize: 'per_page',
    entries: 'results',
    names: ({ id }) => [String(id)],
    brief: briefPost,
  },
  draft: {
    list: 'listDrafts',
    filters: { search: 'search' },
    pageSize: 'per_page',
    entries: 'results',
    names: ({ id }) => [String(id)],
    brief: briefPost,
  },
  workflow: {
    list: 'listWorkflows',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ slug, id, title }) => [slug, id, title].map(String),
    brief: (workflow) => ({
      workflow: workflow.slug,
      ...pick(workflow, 'title', 'description', 'inputs'),
    }),
  },
  run: {
    list: 'listAllRuns',
    filters: { search: 'search', status: 'status' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ run_id }) => [String(run_id)],
    brief: (run) => run,
  },
  job: {
    list: 'listTasks',
    filters: { status: 'status' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ task_id }) => [String(task_id)],
    brief: (task) => ({
      job: `task:${task.task_id}`,
      ...pick(task, 'kind', 'status', 'error', 'created_at'),
    }),
  },
  transcript: {
    list: 'listTranscriptions',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ id }) => [String(id)],
    brief: (one) =>
      pick(one, 'id', 'job_status', 'language_code', 'duration_ms', 'text', 'created_at'),
  },
  question: {
    list: 'listQuestions',
    filters: { status: 'status' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ id }) => [String(id)],
    brief: ({ asked_call, ...question }) => ({
      ...pick(question, 'id', 'thread_id', 'title', 'kind', 'status', 'answer', 'user_id'),
      ...pick(question, 'created_at'),
      ...(asked_call ? { asked_call } : {}),
    }),
  },
  notification: {
    list: 'listNotifications',
    filters: { search: 'search' },
    pageSize: 'page_size',
    entries: 'results',
    names: ({ id }) => [String(id)],
    brief: (one) => pick(one, 'id', 'category', 'title', 'message', 'created_at'),
  },
} satisfies Record<string, RecordKind>

export type KindName = keyof typeof recordKinds

export const kindNames = Object.keys(recordKinds) as KindName[]

export function findKind(name: KindName): RecordKind {
  return recordKinds[name]
}

/** With the names of columns and people instead of their ids. */
export function briefCard(card: Json): Json {
  const { status_details: column, board, assignees } = card
  const url = (board as Json | undefined)?.slug ?? board
  return {
    card: card.slug,
    ...pick(card, 'title', 'description'),
    board: url,
    column: (column as Json | undefined)?.title,
    ...pick(card, 'complete', 'priority', 'start_date', 'due_date', 'tags'),
    assignees: presentPeople(assignees),
  }
}

function briefPost(post: Json): Json {
  return {
    ...pick(post, 'id', 'status', 'message', 'date', 'url', 'error'),
    account: (post.account as Json | undefined)?.name,
  }
}

/** One page of a kind, as the operation returns it. */
export async function readPage(
  caller: OperationCaller,
  { deps, actor }: Caller,
  name: KindName,
  query: Json,
): Promise<{ total: number; records: Json[] }> {
  const kind = findKind(name)
  const all = { ...kind.always, ...query, ...(await listAccounts(caller, { deps, actor }, name)) }
  const { body } = await caller.call(deps, actor, kind.list, { query: all })
  const reply = JSON.parse(body)
  return { total: reply.count ?? reply.total, records: reply[kind.entries] }
}

/** Posts and drafts are listed by account: by all of them. */
async function listAccounts(caller: OperationCaller, asked: Caller, name: KindName): Promise<Json> {
  if (name !== 'post' && name !== 'draft') return {}
  const { records } = await readPage(caller, asked, 'account', {})
  // An account that does not exist has no posts, which is the right answer without accounts.
  return { account_ids: records.map(({ id }) => String(id)).join(',') || '0' }
}
