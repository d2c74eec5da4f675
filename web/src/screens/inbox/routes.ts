import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./inbox.tsx'), 'InboxScreen')

/** One screen at all of them, so that the list stays where it is while one thing after another opens. */
export function inboxRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/inbox', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/inbox/$id', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/threads/$thread', component: screen }),
  ]
}
