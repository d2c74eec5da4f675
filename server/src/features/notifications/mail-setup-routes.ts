import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { named } from '../../http/schemas.ts'
import { getMailSetup, sendTestMail } from './test-mail.ts'

const tag = 'Notifications'
const base = '/api/v1/notifications/mail'

const MailSetup = named(
  'MailSetup',
  Type.Object({
    is_configured: Type.Boolean({
      description: 'Without a mail server, mails are kept to be read here and nothing is sent.',
    }),
    from: Type.String(),
    is_signed: Type.Boolean({ description: 'With DKIM.' }),
  }),
)

const TestMail = named(
  'TestMail',
  Type.Object({
    status: Type.Enum(['sent', 'captured']),
    detail: Type.String({ description: 'What the mail server said.' }),
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
      summary: 'See whether mails leave this server',
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
      summary: 'Send yourself a test mail',
      description: 'It is sent at once; a mail server that refuses is quoted.',
      permission: 'notifications:write',
      status: 200,
      reply: TestMail,
      problems: ['member_not_found', 'mail_failed'],
      example: { reply: { status: 'sent', detail: '250 2.0.0 Ok: queued' } },
      handle: (deps, { actor }) => sendTestMail(deps, actor),
    }),
  ]
}
