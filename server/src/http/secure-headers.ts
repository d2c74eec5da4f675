import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A year. Not for subdomains: they may belong to somebody else. */
const strictTransport = 'max-age=31536000'

/** What a browser is allowed to do with our answers: by default nothing. */
export function secureHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    // Only a server that is reached by https may say that it is reached by nothing else.
    if (config.publicUrl.startsWith('https:')) {
      reply.header('strict-transport-security', strictTransport)
    }
    done()
  })
}
