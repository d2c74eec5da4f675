import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { sendPage } from '../../http/pages/pages-for-people.ts'
import { UuidParams } from '../../http/schemas.ts'
import { exampleMail } from './examples.ts'
import { getMail } from './read-mails.ts'
import { showUnsubscribe, unsubscribe } from './unsubscribe.ts'

const tag = 'Pages for people'
const path = '/unsubscribe/{token}'
const TokenParams = Type.Object({
  token: Type.String({ maxLength: 1000, description: 'The signed token from the email.' }),
})
const Html = Type.String({ contentMediaType: 'text/html' })

/** The page behind the unsubscribe link in every email. */
export function unsubscribeRoutes() {
  const common = {
    path,
    tag,
    permission: 'public',
    params: TokenParams,
    status: 200,
    reply: Html,
    replyTypes: ['text/html'],
    notFound: 'route_not_found',
    example: { params: { token: 'WzEs…' }, reply: '<!doctype html> …' },
  } as const
  return [
    operation({
      ...common,
      id: 'showUnsubscribePage',
      method: 'GET',
      summary: 'Show the page to unsubscribe from a category',
      exchange: async (deps, { params }, { reply }) => {
        const { token } = params as { token: string }
        return sendPage(reply, await showUnsubscribe(deps, token))
      },
    }),
    operation({
      ...common,
      id: 'unsubscribe',
      method: 'POST',
      summary: 'Unsubscribe from a category of emails',
      description: 'Called by the form of that page, and by mail programs (RFC 8058).',
      takes: { 'application/x-www-form-urlencoded': { schema: Type.Object({}) } },
      exchange: async (deps, { params }, { reply }) => {
        const { token } = params as { token: string }
        return sendPage(reply, await unsubscribe(deps, token))
      },
    }),
  ]
}

/** Emails contain external content: they may render in our frame, and nothing more. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** Shows the email as the recipient's client does. */
export function mailPageRoutes() {
  return [
    operation({
      id: 'showMail',
      method: 'GET',
      path: '/api/v1/mails/{id}/page',
      tag: 'Notifications',
      summary: 'Show an email as it was sent',
      description:
        'Its HTML, for a frame in the console: no scripts and no external content. For API keys and programs, links that act for you are removed.',
      permission: 'notifications:read',
      params: UuidParams,
      query: Type.Object({
        organization: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'Same as the header of that name, which frames cannot send.',
          }),
        ),
      }),
      status: 200,
      reply: Html,
      replyTypes: ['text/html'],
      notFound: 'mail_not_found',
      example: { params: { id: exampleMail.id }, reply: exampleMail.html },
      exchange: async (deps, { actor, params }, { reply }) => {
        const { html } = await getMail(deps, actor, params.id)
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', mailPolicy)
          .send(html)
      },
    }),
  ]
}
