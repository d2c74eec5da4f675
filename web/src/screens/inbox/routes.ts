import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./inbox.tsx'), 'InboxScreen')

export function inboxRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/inbox', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/inbox/$id', component: screen }),
  ]
}
