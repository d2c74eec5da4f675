import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const types = lazyRouteComponent(() => import('./types.tsx'), 'TypesScreen')
const list = lazyRouteComponent(() => import('./project-list.tsx'), 'ProjectListScreen')
const project = lazyRouteComponent(() => import('./project.tsx'), 'ProjectScreen')

export function projectsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/projects', component: types }),
    createRoute({ getParentRoute: () => parent, path: '/projects/$type', component: list }),
    createRoute({ getParentRoute: () => parent, path: '/projects/$type/$id', component: project }),
  ]
}
