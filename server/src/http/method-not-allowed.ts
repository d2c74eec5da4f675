import type { FastifyInstance, RouteOptions } from 'fastify'

interface RouteMethods {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Records which methods each path accepts, to tell a wrong method from a wrong path. Call it before
 * adding the first route.
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const addresses = new Map<string, RouteMethods>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (url.includes('*')) return
    const address = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) address.methods.add(one)
    addresses.set(url, address)
  })
  return (path) => {
    const found = [...addresses.values()].find(({ pattern }) => pattern.test(path))
    return [...(found?.methods ?? [])]
  }
}

function patternOf(url: string): RegExp {
  const literal = url.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)
}
