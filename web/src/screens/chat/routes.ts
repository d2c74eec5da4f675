import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./chat.tsx'), 'ChatScreen')

export function chatRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/chat', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/chat/$channel', component: screen }),
  ]
}
