import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./studio.tsx'), 'StudioScreen')

export function studioRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/studio', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/studio/$task', component: screen }),
  ]
}
