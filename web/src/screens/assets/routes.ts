import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const list = lazyRouteComponent(() => import('./asset-list.tsx'), 'AssetListScreen')
const one = lazyRouteComponent(() => import('./asset-page.tsx'), 'AssetScreen')

export function assetsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/assets', component: list }),
    createRoute({ getParentRoute: () => parent, path: '/assets/$id', component: one }),
  ]
}
