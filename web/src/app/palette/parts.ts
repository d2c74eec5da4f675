import { api } from '../api.ts'
import { accountsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { entryOf } from './entries.ts'
import type { Found } from './found.ts'

/** A kind of object with its own search, so that no search waits for another. */
interface Part {
  name: string
  permission: string
  find: (search: string, signal: AbortSignal) => Promise<Found[]>
}

const some = 6
/** Lists that rarely change are refetched occasionally, not with every keystroke. */
const staleTime = 5 * 60_000

export const parts: Part[] = [
  {
    name: 'Tasks',
    permission: 'boards:read',
    find: async (search, signal) =>
      (await api.boardTasks.list({ search, page_size: some }, { signal })).results.map(
        entryOf.task,
      ),
  },
  {
    name: 'Boards',
    permission: 'boards:read',
    find: async (search, signal) =>
      (await api.boards.list({ search, page_size: some }, { signal })).results.map(entryOf.board),
  },
  {
    name: 'Projects',
    permission: 'projects:read',
    find: async (search, signal) =>
      (await api.projects.listAll({ search, page_size: some }, { signal })).results.map(
        entryOf.project,
      ),
  },
  {
    name: 'Workflows',
    permission: 'workflows:read',
    find: async (search, signal) =>
      (await api.workflows.list({ search, page_size: some }, { signal })).results.map(
        entryOf.workflow,
      ),
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
    find: async (search, signal) =>
      (await api.notifications.list({ search, page_size: some }, { signal })).results
        .map(entryOf.notification)
        // Several notifications of one conversation lead to the same place.
        .filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at),
  },
  {
    name: 'Assets',
    permission: 'assets:read',
    find: async (search, signal) =>
      (await api.assets.list({ search, page_size: some }, { signal })).results.map(entryOf.asset),
  },
  {
    name: 'Transcriptions',
    permission: 'transcriptions:read',
    find: async (search, signal) =>
      (await api.transcriptions.list({ search, page_size: some }, { signal })).results.map(
        entryOf.transcription,
      ),
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
    find: async (search, signal) =>
      (await api.members.list({ search, page_size: some }, { signal })).results.map(entryOf.person),
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
