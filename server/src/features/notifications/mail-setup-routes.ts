import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { named } from '../../http/schemas.ts'
import { getMailSetup, sendTestMail } from './send-test-mail.ts'

const tag = 'Notifications'
const base = '/api/v1/notifications/mail'

const MailSetup = named(
  'MailSetup',
  Type.Object({
    is_configured: Type.Boolean({
      description: 'Without a mail server, the server only stores emails and sends none.',
    }),
    from: Type.String(),
    is_signed: Type.Boolean({ description: 'Whether emails are signed with DKIM.' }),
  }),
)

const TestMail = named(
  'TestMail',
  Type.Object({
    status: Type.Enum(['sent', 'captured']),
    detail: Type.String({ description: 'The response of the mail server.' }),
  }),
)

/** Tells people who wait for an email whether this server sends emails. */
export function mailSetupRoutes() {
  return [
    operation({
      id: 'getMailSetup',
      method: 'GET',
      path: base,
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
      path: `${base}/test`,
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
  ]
}
