import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { problem } from './problem.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Remembers which methods each address takes. Call it before the first route is added. */
export function watchRoutes(app: FastifyInstance): Map<string, Set<HTTPMethods>> {
  const taken = new Map<string, Set<HTTPMethods>>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const known = taken.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one as HTTPMethods)
    taken.set(url, known)
  })
  return taken
}

/** Answers every other method of a known address with 405 and `Allow`. Call it after the last route. */
export function answerOtherMethods(
  app: FastifyInstance,
  taken: Map<string, Set<HTTPMethods>>,
): void {
  for (const [url, known] of [...taken]) {
    const others = methods.filter((method) => !known.has(method))
    const allow = [...known].join(', ')
    if (others.length === 0 || url.includes('*')) continue
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      handler: ({ method }) => {
        throw problem('method_not_allowed', {
          detail: `${method} is not taken here; ${allow} are.`,
          headers: { allow },
        })
      },
    })
  }
}
