import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./workflows.tsx'), 'WorkflowsScreen')

export function workflowsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/workflows', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/workflows/$id', component: screen }),
    createRoute({
      getParentRoute: () => parent,
      path: '/workflows/$id/runs/$run',
      component: screen,
    }),
  ]
}
