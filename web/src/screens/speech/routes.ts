import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./speech.tsx'), 'SpeechScreen')

export function speechRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/speech', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/speech/$id', component: screen }),
  ]
}
