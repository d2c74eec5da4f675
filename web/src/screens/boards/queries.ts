import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { readAll } from '../../app/read-all.ts'
import type { FullBoard, Task } from './model.ts'

const page_size = 100

/** A board by id or slug, with its columns. */
export const boardQuery = (board: string) =>
  queryOptions({
    queryKey: ['boards', 'one', board],
    queryFn: async ({ signal }) =>
      (await api.boards.get(board, { expand: 'statuses' }, { signal })) as unknown as FullBoard,
  })

export const fieldsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['boards', 'fields', boardId],
    queryFn: ({ signal }) => readAll(api.boards.listFields.all(boardId, { page_size }, { signal })),
  })

/** Comments and open blockers of the board's tasks, by task. */
export const signsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['boards', 'signs', boardId],
    queryFn: async ({ signal }) => {
      const { results } = await api.boardTasks.listSigns(boardId, { signal })
      return new Map(results.map((signs) => [signs.task, signs]))
    },
    structuralSharing: false,
  })

/** The people added to the board, besides its creator and administrators. */
export const boardMembersQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['boards', 'members', boardId],
    queryFn: ({ signal }) =>
      readAll(api.boards.listMembers.all(boardId, { page_size }, { signal })),
  })

/** Not under `boards`: task changes rarely affect tags. */
export const tagsQuery = queryOptions({
  queryKey: ['boardTags'],
  queryFn: ({ signal }) => readAll(api.boards.listTags.all({ page_size }, { signal })),
})

/**
 * All tasks of a board. Events don't make it stale: `useFollowTasks` refetches changed tasks one by
 * one.
 */
export const tasksQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['boardTasks', 'ofBoard', boardId],
    queryFn: ({ signal }) => readTasks(boardId, signal),
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Loads all pages in parallel. They are sorted by number, so that new tasks don't shift any. */
async function readTasks(board: string, signal: AbortSignal): Promise<Task[]> {
  const read = (page: number) =>
    api.boardTasks.list({ board, sort: 'number', page, page_size }, { signal })
  for (let tries = 0; ; tries++) {
    const first = await read(1)
    const others = Math.ceil(first.count / page_size) - 1
    const rest = await Promise.all(
      Array.from({ length: Math.max(others, 0) }, (_, at) => read(at + 2)),
    )
    const all = new Map(
      [first, ...rest].flatMap(({ results }) => results).map((task) => [task.id, task]),
    )
    // A task deleted meanwhile shifts another one onto the previous page.
    const isWhole = all.size >= Math.min(first.count, ...rest.map(({ count }) => count))
    if (isWhole || tries === 2) return [...all.values()] as Task[]
  }
}

/** Open tasks of a person on all boards, by due date. */
export const myTasksQuery = (userId: number) =>
  queryOptions({
    queryKey: ['boardTasks', 'list', 'mine', userId],
    queryFn: async ({ signal }) => {
      const query = { assignee: String(userId), complete: false, sort: 'due_date', page_size }
      return (await readAll(api.boardTasks.list.all(query, { signal }))) as Task[]
    },
  })

/** A task by id or slug, including a slug that it had on another board. */
export const taskQuery = (task: string) =>
  queryOptions({
    queryKey: ['boardTasks', 'one', task],
    queryFn: async ({ signal }) => (await api.boardTasks.get(task, {}, { signal })) as Task,
  })

export const attachmentsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['boardTasks', taskId, 'attachments'],
    queryFn: ({ signal }) =>
      readAll(api.boardTasks.listAttachments.all(taskId, { page_size }, { signal })),
  })

export const dependenciesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['boardTasks', taskId, 'dependencies'],
    queryFn: ({ signal }) => api.boardTasks.getDependencies(taskId, { signal }),
  })

export const activityQuery = (taskId: string, count: number) =>
  queryOptions({
    queryKey: ['boardTasks', taskId, 'activity', count],
    queryFn: ({ signal }) => api.boardTasks.getActivity(taskId, { page_size: count }, { signal }),
    placeholderData: (before) => before,
  })

export const taskSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['boardTasks', 'list', search],
    queryFn: ({ signal }) => api.boardTasks.list({ search, page_size: 20 }, { signal }),
    placeholderData: (before) => before,
  })
