import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./settings.tsx'), 'SettingsScreen')

export function settingsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/settings', component: screen }),
    createRoute({ getParentRoute: () => parent, path: '/settings/$part', component: screen }),
  ]
}
