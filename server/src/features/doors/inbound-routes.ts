import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { readBytes } from '../../http/body/read-bytes.ts'
import { operation } from '../../http/operation.ts'
import { named, UuidParams } from '../../http/schemas.ts'
import { receiveFromProvider } from './mail/receive-from-provider.ts'
import { discordRequest, slackRequest, telegramRequest } from './verify-requests.ts'

const tag = 'Doors'
const maxBytes = 1024 ** 2
const maxMailBytes = 10 * 1024 ** 2
const example = { params: { id: '0d9e3f52-6a1b-4c7d-8e2f-5b4a3c2d1e0f' }, reply: {} }

const common = {
  method: 'POST',
  tag,
  permission: 'public',
  bodyLimitBytes: maxBytes,
  status: 200,
  takes: { '*/*': { schema: Type.Unknown({ description: 'In the app’s own format.' }) } },
  reply: named('DoorReply', Type.Object({}, { additionalProperties: true })),
  notFound: 'connection_not_found',
  problems: ['callback_refused', 'callback_malformed', 'body_too_large'],
  onlyPeople: true,
} as const

const json = (reply: FastifyReply, body: object | null) =>
  body === null
    ? reply.code(200).send('')
    : reply.type('application/json').send(JSON.stringify(body))

/** Where chat apps and mail providers send what people answer. */
export function inboundRoutes() {
  return [
    operation({
      ...common,
      id: 'receiveFromSlack',
      path: '/api/v1/doors/slack/{id}',
      summary: 'Receive interactions and commands from Slack',
      description: 'Checks the v0 signature and a timestamp of at most five minutes.',
      params: UuidParams,
      example,
      exchange: async (deps, { params }, { request, reply }) => {
        const body = await readBytes(request, maxBytes)
        const { id } = params as { id: string }
        const answer = await slackRequest(deps, id, request.headers, body)
        const sent = json(reply, answer.body)
        void answer.afterwards?.().catch((err) => deps.log.info({ err }, 'Slack got no reply'))
        return sent
      },
    }),
    operation({
      ...common,
      id: 'receiveFromTelegram',
      path: '/api/v1/doors/telegram/{id}',
      summary: 'Receive updates from Telegram',
      description: 'Checks the secret token that the server gave Telegram with the webhook.',
      params: UuidParams,
      example,
      exchange: async (deps, { params }, { request, reply }) => {
        const body = await readBytes(request, maxBytes)
        await telegramRequest(deps, params.id, request.headers, body)
        return json(reply, {})
      },
    }),
    operation({
      ...common,
      id: 'receiveFromDiscord',
      path: '/api/v1/doors/discord/{id}',
      summary: 'Receive interactions from Discord',
      description: 'Checks the Ed25519 signature. Responds to PING.',
      params: UuidParams,
      example,
      exchange: async (deps, { params }, { request, reply }) => {
        const body = await readBytes(request, maxBytes)
        const { id } = params as { id: string }
        return json(reply, await discordRequest(deps, id, request.headers, body))
      },
    }),
    operation({
      ...common,
      id: 'receiveInboundMail',
      path: '/api/v1/inbound-mail/{provider}',
      summary: 'Receive replies to questions by email',
      description:
        'A reply answers only if it comes from the address that got the email, with a passing DKIM or SPF result. Otherwise it becomes a comment in the thread.',
      params: Type.Object({
        provider: Type.String({
          maxLength: 20,
          description: 'generic (MIME), postmark, mailgun or sendgrid.',
        }),
      }),
      bodyLimitBytes: maxMailBytes,
      reply: named(
        'InboundMailOutcome',
        Type.Object({ status: Type.Enum(['answered', 'commented', 'ignored']) }),
      ),
      notFound: 'route_not_found',
      example: { params: { provider: 'postmark' }, reply: { status: 'answered' } },
      exchange: async (deps, { params }, { request, reply }) => {
        const { provider } = params as { provider: string }
        const body = await readBytes(request, maxMailBytes)
        const { headers } = request
        return json(reply, await receiveFromProvider(deps, provider, { headers, body }))
      },
    }),
  ]
}
