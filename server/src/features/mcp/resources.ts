import type { Resource } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import type { Permission } from '../../http/permissions.ts'
import { Problem } from '../../http/problem.ts'
import { readPicture } from './read-picture.ts'
import type { Caller, ReadResult, ResourceKind } from './surface.ts'

interface ListedRecord {
  id: string | number
  title: string
}

/** A kind of record: its URI and the operations behind it. */
interface Kind {
  name: string
  /** Capitalised, for people. */
  title: string
  template: string
  permission: Permission
  list(read: Reader): Promise<Resource[]>
  read(read: Reader, ids: string[]): Promise<{ text: string; id: string }>
}

type Reader = (operation: string, input: { params?: object; query?: object }) => Promise<string>

const newest = { page: 1, page_size: 25 }

/** Resources that can be attached to a conversation. Lists hold the newest; templates reach all. */
export function resourceKinds(caller: OperationCaller): ResourceKind[] {
  return kinds.map((kind) => ({
    template: {
      name: kind.name,
      title: kind.title,
      uriTemplate: kind.template,
      mimeType: 'application/json',
    },
    list: async (asked) => {
      if (!asked.actor.permissions.has(kind.permission)) return []
      return kind.list(createReader(caller, asked))
    },
    read: (asked, uri) => readUri(caller, kind, asked, uri),
  }))
}

async function readUri(
  caller: OperationCaller,
  kind: Kind,
  asked: Caller,
  uri: string,
): Promise<ReadResult | undefined> {
  const ids = parseIds(kind, uri)
  if (!ids) return undefined
  const { text, id } = await kind.read(createReader(caller, asked), ids)
  const picture = kind.name === 'asset' ? await readPicture(asked, JSON.parse(text)) : undefined
  return {
    canonicalUri: buildUri(kind, [...ids.slice(0, -1), id]),
    contents: [
      { uri, mimeType: 'application/json', text },
      ...(picture ? [{ uri, ...picture }] : []),
    ],
  }
}

const kinds: Kind[] = [
  {
    name: 'board',
    title: 'Board with its columns',
    template: 'atelier://board/{id}',
    permission: 'boards:read',
    list: (read) => listResources(read, 'board', 'listBoards'),
    read: (read, [board_id]) =>
      readOne(read('getBoard', { params: { board_id }, query: { expand: 'statuses' } })),
  },
  {
    name: 'task',
    title: 'Task of a board or a tool',
    template: 'atelier://task/{id}',
    permission: 'boards:read',
    list: async () => [],
    read: async (read, [task_id]) => {
      try {
        return await readOne(read('getBoardTask', { params: { task_id } }))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return readOne(read('getTask', { params: { task_id } }))
      }
    },
  },
  {
    name: 'project',
    title: 'Project with its data',
    template: 'atelier://project/{type}/{id}',
    permission: 'projects:read',
    list: listProjects,
    read: (read, [resourcetype, id]) =>
      readOne(read('getProject', { params: { resourcetype, id } })),
  },
  {
    name: 'transcription',
    title: 'Transcription with its phrases',
    template: 'atelier://transcription/{id}',
    permission: 'transcriptions:read',
    list: (read) => listResources(read, 'transcription', 'listTranscriptions'),
    read: (read, [id]) => readOne(read('getTranscription', { params: { id } })),
  },
  {
    name: 'asset',
    title: 'Asset; images include their bytes',
    template: 'atelier://asset/{id}',
    permission: 'assets:read',
    list: (read) => listResources(read, 'asset', 'listAssets'),
    read: (read, [id]) => readOne(read('getAsset', { params: { id } })),
  },
]

function createReader(caller: OperationCaller, { deps, actor }: Caller): Reader {
  return async (operation, input) => (await caller.call(deps, actor, operation, input)).body
}

async function readOne(reading: Promise<string>): Promise<{ text: string; id: string }> {
  const text = await reading
  const { id, task_id } = JSON.parse(text)
  return { text, id: String(id ?? task_id) }
}

async function listResources(read: Reader, name: string, operation: string): Promise<Resource[]> {
  const { results } = JSON.parse(await read(operation, { query: newest }))
  const named = results.map((one: { id: string; title?: string; name?: string }) => ({
    id: one.id,
    title: one.title ?? one.name ?? one.id,
  }))
  return named.map((one: ListedRecord) => describeResource(`atelier://${name}/${one.id}`, one))
}

async function listProjects(read: Reader): Promise<Resource[]> {
  const types = JSON.parse(await read('listProjectTypes', {}))
  const listed = types.results.map(async ({ resourcetype }: { resourcetype: string }) => {
    const params = { resourcetype }
    const { results } = JSON.parse(await read('listProjects', { params, query: newest }))
    const uri = (id: string | number) =>
      `atelier://project/${encodeURIComponent(resourcetype)}/${id}`
    return results.map((one: ListedRecord) => describeResource(uri(one.id), one))
  })
  return (await Promise.all(listed)).flat()
}

function describeResource(uri: string, { title }: ListedRecord): Resource {
  return { uri, name: title, title, mimeType: 'application/json' }
}

/** The ids in the URI, or undefined if it has another kind. */
function parseIds({ template }: Kind, uri: string): string[] | undefined {
  const pattern = template.replaceAll(/\{\w+\}/g, '([^/?#]{1,300})')
  const ids = new RegExp(`^${pattern}$`).exec(uri)?.slice(1)
  try {
    return ids?.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function buildUri({ template }: Kind, ids: string[]): string {
  const left = [...ids]
  return template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''))
}
