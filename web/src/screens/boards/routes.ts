import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFilters } from './filters.ts'

const list = lazyRouteComponent(() => import('./boards.tsx'), 'BoardsScreen')
const board = lazyRouteComponent(() => import('./board.tsx'), 'BoardScreen')
const settings = lazyRouteComponent(() => import('./settings/board-settings.tsx'), 'BoardSettings')
const mine = lazyRouteComponent(() => import('./my-tasks.tsx'), 'MyTasksScreen')
const task = lazyRouteComponent(() => import('./task-redirect.tsx'), 'TaskRedirect')

export function boardsRoutes(parent: AnyRoute): AnyRoute[] {
  const ofBoard = createRoute({
    getParentRoute: () => parent,
    path: '/boards/$board',
    component: board,
    validateSearch: readFilters,
  })
  return [
    createRoute({ getParentRoute: () => parent, path: '/boards', component: list }),
    createRoute({
      getParentRoute: () => parent,
      path: '/boards/$board/settings',
      component: settings,
    }),
    // The board stays mounted while one of its tasks opens and closes.
    ofBoard.addChildren([createRoute({ getParentRoute: () => ofBoard, path: '$task' })]),
    createRoute({ getParentRoute: () => parent, path: '/tasks', component: mine }),
    createRoute({ getParentRoute: () => parent, path: '/tasks/$task', component: task }),
  ]
}
