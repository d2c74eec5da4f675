import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const list = lazyRouteComponent(() => import('./workflows-screen.tsx'), 'WorkflowsScreen')
const one = lazyRouteComponent(() => import('./workflow-screen.tsx'), 'WorkflowScreen')
const run = lazyRouteComponent(() => import('./run-screen.tsx'), 'RunScreen')

export function workflowsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/workflows', component: list }),
    createRoute({ getParentRoute: () => parent, path: '/workflows/$id', component: one }),
    createRoute({ getParentRoute: () => parent, path: '/workflows/$id/runs/$run', component: run }),
  ]
}
