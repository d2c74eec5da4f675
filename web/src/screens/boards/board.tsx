import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useRequestedAction } from '../../app/requested-actions.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { BoardContext } from './board-context.ts'
import { BoardMenu } from './board-menu.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filters } from './filters.ts'
import { Kanban } from './kanban/kanban.tsx'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { boardQuery, tasksQuery } from './queries.ts'
import { useFollowTasks } from './use-follow-tasks.ts'
import { useNames } from './use-names.ts'
import { useRights } from './use-rights.ts'
import { ViewBar } from './view-bar.tsx'

const TaskDrawer = lazy(async () => ({
  default: (await import('./drawer/task-drawer.tsx')).TaskDrawer,
}))

const TaskList = lazy(async () => ({ default: (await import('./list/task-list.tsx')).TaskList }))

/** A board and, on top of it, the task that the URL names. */
export function BoardScreen() {
  const params = useParams({ strict: false }) as { board: string }
  const openTask = useRouterState({
    select: ({ matches }) => readTaskParam(matches.at(-1)?.params),
  })
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const { data: board } = useSuspenseQuery(boardQuery(params.board))
  const tasks = useQuery({ ...tasksQuery(board.id), throwOnError: true })
  useFollowTasks(board.id)
  const names = useNames(board.id, tasks.data)
  const { mayWrite, mayManage } = useRights(board)
  const [isAdding, setAdding] = useState(false)
  useRequestedAction('new task', () => mayWrite && setAdding(true))
  useKeys({ c: () => mayWrite && setAdding(true) })
  const onFilters = useCallback(
    (change: Filters) => {
      const search = (before: Filters) => ({ ...before, ...change })
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
  const close = () =>
    navigate({ to: '/boards/$board', params: { board: params.board }, search: true } as never)
  const context = useMemo(
    () => ({ board, names, mayWrite, mayManage }),
    [board, names, mayWrite, mayManage],
  )
  return (
    <BoardContext value={context}>
      <Page
        title={board.title}
        isWide
        beside={<BoardMenu />}
        filters={
          <>
            <FilterBar filters={filters} onChange={onFilters} />
            <ViewBar filters={filters} onChange={onFilters} />
          </>
        }
        actions={
          mayWrite && (
            <Button kind="first" onPress={() => setAdding(true)}>
              <Plus /> New task
            </Button>
          )
        }
      >
        {tasks.data && filters.view === 'list' ? (
          <Suspense fallback={<BoardSkeleton />}>
            <TaskList tasks={tasks.data} filters={filters} />
          </Suspense>
        ) : tasks.data ? (
          <Kanban key={board.id} tasks={tasks.data} filters={filters} onFilters={onFilters} />
        ) : (
          <BoardSkeleton />
        )}
      </Page>
      {isAdding && <NewTaskDialog onClose={() => setAdding(false)} />}
      {openTask && tasks.data && (
        <Suspense>
          <TaskDrawer reference={openTask} tasks={tasks.data} onClose={close} />
        </Suspense>
      )}
    </BoardContext>
  )
}

/** The task in the URL, below the board. */
function readTaskParam(params: object | undefined): string | undefined {
  return (params as { task?: string } | undefined)?.task
}
