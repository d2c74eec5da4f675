import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

export function startRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/start',
      component: lazyRouteComponent(() => import('./start.tsx'), 'StartScreen'),
    }),
  ]
}
