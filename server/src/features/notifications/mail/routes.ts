import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { sendPage } from '../../../http/pages/pages-for-people.ts'
import { PageQuery, pageSchema, toPage } from '../../../http/pagination.ts'
import { UuidParams } from '../../../http/schemas.ts'
import { exampleMail } from '../examples.ts'
import { getMail, listMails } from './read-mails.ts'
import { Mail, MailSetup, MailSummary, TestMail } from './schemas.ts'
import { getMailSetup, sendTestMail } from './send-test-mail.ts'
import { showUnsubscribe, unsubscribe } from './unsubscribe.ts'

const tag = 'Notifications'
const TokenParams = Type.Object({
  token: Type.String({ maxLength: 1000, description: 'The signed token from the email.' }),
})
const Html = Type.String({ contentMediaType: 'text/html' })

/** Emails contain external content: they may render in our frame, and nothing more. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** Emails as they were sent, how this server sends them, and the pages behind their links. */
export function mailRoutes() {
  return [
    operation({
      id: 'listMails',
      method: 'GET',
      path: '/api/v1/mails',
      tag,
      summary: 'List the emails that were sent to you',
      description: 'Without a mail server they are only stored (`captured`).',
      permission: 'notifications:read',
      query: PageQuery,
      status: 200,
      reply: pageSchema(MailSummary),
      example: { reply: { count: 0, next: null, previous: null, results: [] } },
      handle: async (deps, { actor, query, url }) =>
        toPage(deps.config.publicUrl, url, query, await listMails(deps, actor, query)),
    }),
    operation({
      id: 'getMail',
      method: 'GET',
      path: '/api/v1/mails/{id}',
      tag,
      summary: 'Read an email as it was sent',
      description:
        'Links that act for you (answer, unsubscribe) are shown only in the console. API keys and programs see `[link hidden]` instead.',
      permission: 'notifications:read',
      params: UuidParams,
      status: 200,
      reply: Mail,
      notFound: 'mail_not_found',
      example: { params: { id: exampleMail.id }, reply: exampleMail },
      handle: (deps, { actor, params }) => getMail(deps, actor, params.id),
    }),
    operation({
      id: 'getMailSetup',
      method: 'GET',
      path: '/api/v1/notifications/mail',
      tag,
      summary: 'Read whether this server sends email',
      permission: 'notifications:read',
      status: 200,
      reply: MailSetup,
      example: {
        reply: { is_configured: true, from: 'Atelier <atelier@example.com>', is_signed: false },
      },
      handle: async (deps) => getMailSetup(deps),
    }),
    operation({
      id: 'sendTestMail',
      callsOutside: true,
      method: 'POST',
      path: '/api/v1/notifications/mail/test',
      tag,
      summary: 'Send yourself a test email',
      description:
        'Sent immediately. If the mail server rejects it, the error quotes its response.',
      permission: 'notifications:write',
      status: 200,
      reply: TestMail,
      problems: ['quota_exceeded', 'member_not_found', 'mail_failed'],
      example: { reply: { status: 'sent', detail: '250 2.0.0 Ok: queued' } },
      handle: (deps, { actor }) => sendTestMail(deps, actor),
    }),
    operation({
      id: 'showMail',
      method: 'GET',
      path: '/api/v1/mails/{id}/page',
      tag,
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
        const { html } = await getMail(deps, actor, (params as { id: string }).id)
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', mailPolicy)
          .send(html)
      },
    }),
    ...unsubscribeRoutes(),
  ]
}

/** The page behind the unsubscribe link in every email. */
function unsubscribeRoutes() {
  const common = {
    path: '/unsubscribe/{token}',
    tag: 'Pages for people',
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
