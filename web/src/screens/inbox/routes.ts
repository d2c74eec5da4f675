import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./inbox.tsx'), 'InboxScreen')

/** All routes share one screen, so that the list keeps its position while items open. */
export function inboxRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/inbox', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/inbox/$id', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/threads/$thread', component: screen }),
  ]
}
