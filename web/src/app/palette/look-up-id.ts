import { api } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { entryOf } from './entries.ts'
import type { PaletteResult } from './palette-result.ts'
import { workflowTitles } from './parts.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const taskSlug = /^[a-z][a-z0-9-]*-\d+$/i

export const isUuid = (term: string): boolean => uuid.test(term)

/** Whether the text is an id or slug, rather than a search term. */
export const isName = (term: string): boolean => isUuid(term) || taskSlug.test(term)

type Lookup = (id: string, signal: AbortSignal) => Promise<PaletteResult | undefined>

/** Lookups for everything that has an id; an id of another kind gives no result. */
const looks: Lookup[] = [
  async (id, signal) => entryOf.task(await api.boardTasks.get(id, {}, { signal })),
  async (id, signal) => entryOf.board(await api.boards.get(id, {}, { signal })),
  async (id, signal) => entryOf.workflow(await api.workflows.get(id, { signal })),
  async (id, signal) => {
    const { results } = await api.workflows.listAllRuns({ search: id, page_size: 1 }, { signal })
    const [run] = results
    if (!run) return undefined
    return entryOf.run(run, (await workflowTitles()).get(run.definition_id) ?? 'Run')
  },
  async (id, signal) => entryOf.notification(await api.notifications.get(id, { signal })),
  async (id, signal) => entryOf.asset(await api.assets.get(id, { signal })),
  async (id, signal) => {
    const { text, ...record } = await api.transcriptions.get(id, { signal })
    return entryOf.transcription({ ...record, excerpt: text })
  },
  async (id, signal) => {
    const types = await queryClient.fetchQuery({
      queryKey: ['palette', 'types'],
      queryFn: async () => (await api.projects.listTypes({ page_size: 100 })).results,
      staleTime: 5 * 60_000,
    })
    const kinds = types.filter(({ id_kind }) => id_kind === 'uuid')
    return Promise.any(
      kinds.map(async ({ resourcetype }) =>
        entryOf.project(await api.projects.get(resourcetype, id, { signal })),
      ),
    )
  },
]

/** Finds the object with this id or slug, of any kind. */
export async function lookUpDirectly(name: string, signal: AbortSignal): Promise<PaletteResult[]> {
  const asked = isUuid(name) ? looks : looks.slice(0, 1)
  const answers = await Promise.allSettled(asked.map((look) => look(name, signal)))
  signal.throwIfAborted()
  return answers.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
}
