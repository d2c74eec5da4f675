import type { FastifyRequest } from 'fastify'
import type { Operation } from '../operation.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const integer = /^\d{1,15}$/
/** Matches words that people mistype. Tokens are longer. */
const shortWord = /^[\w.~-]{0,32}$/

/**
 * The path of a request as logs and problems may show it: the route template with only ids filled
 * in. A parameter counts as an id if its schema says so and the value has that form. New routes
 * with a token, key or name in the path are therefore safe by default.
 */
export function safePath(request: FastifyRequest): string {
  const { url: route, config } = request.routeOptions
  if (route === undefined || request.is404) return 'no route'
  const params = (request.params ?? {}) as Record<string, unknown>
  return route.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    return isId(config.operation, name, value) ? value : `{${name}}`
  })
}

/** The same for the caller. If no route matches, it shows the parts that could be mistyped. */
export function writeInstance(request: FastifyRequest): string {
  const path = safePath(request)
  return path === 'no route' ? withoutTokens(request.url) : path
}

function isId(operation: Operation | undefined, name: string, value: string): boolean {
  const schema = operation?.params?.properties[name] as { type?: string; format?: string }
  if (schema?.type === 'integer') return integer.test(value)
  return schema?.format === 'uuid' && uuid.test(value)
}

/** No route means no template, so everything that could be a token is left out. */
function withoutTokens(url: string): string {
  const [path = ''] = url.split('?', 1)
  const shown = (word: string) => (uuid.test(word) || shortWord.test(word) ? word : '…')
  return path.split('/').map(shown).join('/')
}
