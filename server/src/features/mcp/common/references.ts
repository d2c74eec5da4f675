import { invalid, Problem } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Use } from './common-tool.ts'
import { requireByName } from './find-by-name.ts'

/** What models pass for a file that only their own machine has. */
export const localPath = /^([/~\\]|\.\.?[/\\]|[a-z]:[/\\]|file:)/i
const slug = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/

/** A board by id, slug or title. */
export async function boardSlug({ caller, call, run }: Use, board: string): Promise<string> {
  const known = slug.test(board)
    ? await run('getBoard', { params: { board_id: board } }).catch(notFound)
    : undefined
  const found = known ?? (await requireByName(caller, call, 'board', 'board', board))
  return found.slug as string
}

/** A card by id, slug or title. */
export async function cardSlug({ caller, call, run }: Use, card: string): Promise<string> {
  const known = slug.test(card)
    ? await run('getBoardTask', { params: { task_id: card } }).catch(notFound)
    : undefined
  const found = known ?? (await requireByName(caller, call, 'card', 'card', card))
  return found.slug as string
}

/** A workflow by id, slug or title. */
export async function workflowId({ caller, call, run }: Use, workflow: string): Promise<string> {
  const known = slug.test(workflow)
    ? await run('getWorkflow', { params: { id: workflow } }).catch(notFound)
    : undefined
  const found = known ?? (await requireByName(caller, call, 'workflow', 'workflow', workflow))
  return found.id as string
}

/** A file by id or name. */
export async function fileId({ caller, call }: Use, field: string, file: string): Promise<string> {
  if (isUuid(file)) return file
  if (localPath.test(file)) {
    throw invalid(field, 'is a path on your machine. Add the file with upload_file, or pass a URL')
  }
  return (await requireByName(caller, call, 'file', field, file)).id as string
}

/** A voice by id or name. */
export async function voiceId({ caller, call }: Use, voice: string): Promise<string> {
  if (isUuid(voice)) return voice
  return (await requireByName(caller, call, 'voice', 'voice', voice)).id as string
}

/** A person by id, email, full name or "me"; the credential's own person if none is named. */
export async function personId(
  { caller, call }: Use,
  person: string | number | undefined,
): Promise<number> {
  if (person === undefined || person === 'me') return call.actor.userId
  if (/^\d{1,10}$/.test(String(person))) return Number(person)
  return (await requireByName(caller, call, 'person', 'person', String(person))).user_id as number
}

/** An image or recording: a URL as it is, a file by id or name. */
export async function mediaSource(use: Use, field: string, source: string): Promise<string> {
  if (/^(https?:|data:)/i.test(source) || isUuid(source)) return source
  return fileId(use, field, source)
}

function notFound(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined
  throw error
}

/** A project by `type/id`, or by id or title among the newest. */
export async function projectPath(
  { caller, call }: Use,
  project: string,
): Promise<{ resourcetype: string; id: string }> {
  const [, resourcetype, id] = /^([\w-]{1,100})\/([\w-]{1,64})$/.exec(project) ?? []
  if (resourcetype && id) return { resourcetype, id }
  const found = await requireByName(caller, call, 'project', 'project', project)
  return { resourcetype: String(found.resourcetype), id: String(found.id) }
}
