import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { readForm } from '../../http/body/read-form.ts'
import { RateLimiter } from '../../http/gate/rate-limit.ts'
import { sendPage } from '../../http/pages/pages-for-people.ts'
import { single } from './authorization-request.ts'
import { type Answer, showSignIn, takeForm } from './authorize.ts'
import { browserSessions } from './browser-session.ts'
import { hasDocument } from './client-document.ts'
import { exchangeCode } from './exchange-code.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { refreshGrant } from './refresh-grant.ts'
import { registerClient } from './register-client.ts'
import { revokeToken } from './revoke-token.ts'

/**
 * OAuth 2.1 for clients without a key: metadata, consent and tokens. OAuth defines its own response
 * formats, so these are not operations of the API.
 */
export function serveOAuth(app: FastifyInstance, deps: Deps): void {
  const createLimiter = (policy: string, quota: number) =>
    new RateLimiter({ policy, quota, windowSeconds: 300 }, deps)
  const registrations = createLimiter('oauth-register', 30)
  const exchanges = createLimiter('oauth-token', 300)

  const sessionIn = browserSessions(deps)

  serveMetadata(app, deps)
  app.register(async (oauth) => {
    oauth.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) =>
      done(null, payload),
    )
    oauth.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof OAuthError)) throw error
      return reply.code(400).send(error.toBody())
    })

    oauth.post('/oauth/register', async (request, reply) => {
      await registrations.takeTogether(`address ${request.ip}`)
      return reply.code(201).send(await registerClient(deps, request.body))
    })
    oauth.get('/oauth/authorize', async (request, reply) => {
      const query = readQuery(request)
      // Reading a document costs us a request, like a registration.
      if (hasDocument(query.get('client_id') ?? '')) {
        await registrations.takeTogether(`address ${request.ip}`)
      }
      return send(reply, await showSignIn(deps, query, await sessionIn(request)))
    })
    oauth.post('/oauth/authorize', async (request, reply) => {
      const form = await readForm(request.body)
      return send(reply, await takeForm(deps, readQuery(request), form, request.ip))
    })
    oauth.post('/oauth/token', async (request, reply) => {
      await exchanges.takeTogether(`address ${request.ip}`)
      return reply.send(await issueTokens(deps, await readForm(request.body)))
    })
    oauth.post('/oauth/revoke', async (request, reply) => {
      await exchanges.takeTogether(`address ${request.ip}`)
      await revokeToken(deps, await readForm(request.body))
      return reply.send({})
    })
  })
}

function serveMetadata(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const known = '/.well-known/oauth'
  app.get(`${known}-protected-resource`, async () => resourceMetadata(config, ''))
  app.get(`${known}-protected-resource/mcp`, async () => resourceMetadata(config, '/mcp'))
  app.get(`${known}-authorization-server`, async () => serverMetadata(config))
}

function issueTokens(deps: Deps, form: URLSearchParams) {
  const type = single(form, 'grant_type')
  if (type === 'authorization_code') return exchangeCode(deps, form)
  if (type === 'refresh_token') return refreshGrant(deps, form)
  throw new OAuthError(
    'unsupported_grant_type',
    'grant_type must be authorization_code or refresh_token.',
  )
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if ('redirectTo' in answer) return reply.redirect(answer.redirectTo, 303)
  return sendPage(reply, answer.page, answer.leadsTo)
}

function readQuery({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'))
}
