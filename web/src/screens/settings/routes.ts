import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./settings.tsx'), 'SettingsScreen')

export function settingsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings',
      beforeLoad: () => {
        throw redirect({ to: '/settings/profile', replace: true })
      },
    }),
    createRoute({ getParentRoute: () => parent, path: '/settings/$part', component: screen }),
  ]
}
