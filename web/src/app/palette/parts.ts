import { api } from '../api.ts'
import { accountsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { entryOf } from './entries.ts'
import type { PaletteResult } from './palette-result.ts'

/** A kind of object with its own search, so that no search waits for another. */
interface Part {
  name: string
  permission: string
  find: (search: string, signal: AbortSignal) => Promise<PaletteResult[]>
}

const some = 6
/** Lists that rarely change are refetched occasionally, not with every keystroke. */
const staleTime = 5 * 60_000

type Search<T> = (
  query: { search: string; page_size: number },
  options: { signal: AbortSignal },
) => Promise<{ results: T[] }>

const createFind =
  <T>(list: Search<T>, toEntry: (one: T) => PaletteResult): Part['find'] =>
  async (search, signal) =>
    (await list({ search, page_size: some }, { signal })).results.map(toEntry)

export const parts: Part[] = [
  {
    name: 'Tasks',
    permission: 'boards:read',
    find: createFind(api.boardTasks.list, entryOf.task),
  },
  {
    name: 'Boards',
    permission: 'boards:read',
    find: createFind(api.boards.list, entryOf.board),
  },
  {
    name: 'Projects',
    permission: 'projects:read',
    find: createFind(api.projects.listAll, entryOf.project),
  },
  {
    name: 'Workflows',
    permission: 'workflows:read',
    find: createFind(api.workflows.list, entryOf.workflow),
  },
  {
    name: 'Runs',
    permission: 'workflows:read',
    find: async (search, signal) => {
      const runs = api.workflows.listAllRuns({ search, page_size: some }, { signal })
      const [{ results }, titles] = await Promise.all([runs, workflowTitles()])
      return results.map((run) => entryOf.run(run, titles.get(run.definition_id) ?? 'Run'))
    },
  },
  {
    name: 'Inbox',
    permission: 'notifications:read',
    find: async (search, signal) => {
      const found = await createFind(api.notifications.list, entryOf.notification)(search, signal)
      // Several notifications of one conversation lead to the same place.
      return found.filter(({ key }, at) => found.findIndex((one) => one.key === key) === at)
    },
  },
  {
    name: 'Assets',
    permission: 'assets:read',
    find: createFind(api.assets.list, entryOf.asset),
  },
  {
    name: 'Transcriptions',
    permission: 'transcriptions:read',
    find: createFind(api.transcriptions.list, entryOf.transcription),
  },
  {
    name: 'Drafts',
    permission: 'social:read',
    find: async (search, signal) => {
      const account_ids = await accountIds()
      if (account_ids === '') return []
      const query = { account_ids, search, per_page: some }
      return (await api.social.listDrafts(query, { signal })).results.map(entryOf.draft)
    },
  },
  {
    name: 'Posts',
    permission: 'social:read',
    find: async (search, signal) => {
      const account_ids = await accountIds()
      if (account_ids === '') return []
      const query = { account_ids, search, per_page: some }
      return (await api.social.listPosts(query, { signal })).results.map(entryOf.post)
    },
  },
  {
    name: 'People',
    permission: 'members:read',
    find: createFind(api.members.list, entryOf.person),
  },
]

export async function workflowTitles(): Promise<Map<string, string>> {
  const { results } = await queryClient.fetchQuery({
    queryKey: ['workflows', 'titles'],
    queryFn: () => api.workflows.list({ page_size: 100 }),
    staleTime,
  })
  return new Map(results.map(({ id, title }) => [id, title]))
}

async function accountIds(): Promise<string> {
  const accounts = await queryClient.fetchQuery({ ...accountsQuery, staleTime })
  return accounts.map(({ id }) => id).join(',')
}
