import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const all = lazyRouteComponent(() => withTemporal(import('./social-screen.tsx')), 'SocialScreen')
const one = lazyRouteComponent(() => withTemporal(import('./post-screen.tsx')), 'PostScreen')

export function socialRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/social', component: all }),
    createRoute({ getParentRoute: () => parent, path: '/social/$id', component: one }),
  ]
}

/** Most browsers have `Temporal`; only the others download it. */
async function withTemporal<Screen>(screen: Promise<Screen>): Promise<Screen> {
  const polyfill = 'Temporal' in globalThis ? undefined : import('temporal-polyfill/global')
  const [loaded] = await Promise.all([screen, polyfill])
  return loaded
}
