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
  const routes = new Map<string, RouteMethods>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (url.includes('*')) return
    const route = routes.get(url) ?? { pattern: compilePattern(url), methods: new Set() }
    for (const one of [method].flat()) route.methods.add(one)
    routes.set(url, route)
  })
  return (path) => {
    const found = [...routes.values()].find(({ pattern }) => pattern.test(path))
    return [...(found?.methods ?? [])]
  }
}

function compilePattern(url: string): RegExp {
  const literal = url.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)
}
