import { CircleDot, KanbanSquare, type LucideIcon, Workflow } from 'lucide-react'
import { api } from './api.ts'

interface Found {
  title: string
  href: string
  icon: LucideIcon
  note: string
}

export interface FoundGroup {
  name: string
  items: Found[]
}

const some = 6

/** What the workspace has by these letters. A part that the person may not read is left out. */
export async function findEverywhere(term: string, signal: AbortSignal): Promise<FoundGroup[]> {
  const groups = await Promise.all([
    group('Tasks', tasks(term, signal)),
    group('Boards', boards(term, signal)),
    group('Workflows', workflows(term, signal)),
  ])
  signal.throwIfAborted()
  return groups
}

async function group(name: string, items: Promise<Found[]>): Promise<FoundGroup> {
  return { name, items: await items.catch(() => []) }
}

async function tasks(search: string, signal: AbortSignal): Promise<Found[]> {
  const { results } = await api.boardTasks.list({ search, page_size: some }, { signal })
  return results.map((task) => ({
    title: task.title,
    href: `/tasks/${task.id}`,
    icon: CircleDot,
    note: task.slug,
  }))
}

async function boards(search: string, signal: AbortSignal): Promise<Found[]> {
  const { results } = await api.boards.list({ search, page_size: some }, { signal })
  return results.map((board) => ({
    title: board.title,
    href: `/boards/${board.slug}`,
    icon: KanbanSquare,
    note: '',
  }))
}

async function workflows(search: string, signal: AbortSignal): Promise<Found[]> {
  const { results } = await api.workflows.list({ search, page_size: some }, { signal })
  return results.map((workflow) => ({
    title: workflow.title,
    href: `/workflows/${workflow.id}`,
    icon: Workflow,
    note: '',
  }))
}
