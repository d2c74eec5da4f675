import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./social.tsx'), 'SocialScreen')

export function socialRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/social', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/social/$id', component: screen }),
  ]
}
