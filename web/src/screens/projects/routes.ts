import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./projects.tsx'), 'ProjectsScreen')

export function projectsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/projects', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/projects/$type', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/projects/$type/$id', component: screen }),
  ]
}
