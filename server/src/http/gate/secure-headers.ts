import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/** One year. Excludes subdomains, which may belong to someone else. */
const strictTransport = 'max-age=31536000'

/** What browsers may do with our responses: nothing by default. */
export function secureHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    // Only a server that is reached over https may require https.
    if (config.publicUrl.startsWith('https:')) {
      reply.header('strict-transport-security', strictTransport)
    }
    done()
  })
}
