import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const all = lazyRouteComponent(() => import('./social-screen.tsx'), 'SocialScreen')
const one = lazyRouteComponent(() => import('./post-screen.tsx'), 'PostScreen')

export function socialRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/social', component: all }),
    createRoute({ getParentRoute: () => parent, path: '/social/$id', component: one }),
  ]
}
