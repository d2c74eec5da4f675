import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./boards.tsx'), 'BoardsScreen')

export function boardsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/boards', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/boards/$board', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/boards/$board/$task', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/tasks/$task', component: screen }),
  ]
}
