import { Type } from 'typebox'
import { named, Time } from '../../../http/schemas.ts'

export const Mail = named(
  'Mail',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum(['sending', 'sent', 'captured']),
    from: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    headers: Type.Object({}, { additionalProperties: true }),
    created_at: Time,
  }),
)

export const MailSummary = named('MailSummary', Type.Omit(Mail, ['text', 'html', 'headers']))

export const MailSetup = named(
  'MailSetup',
  Type.Object({
    is_configured: Type.Boolean({
      description: 'Without a mail server, the server only stores emails and sends none.',
    }),
    from: Type.String(),
    is_signed: Type.Boolean({ description: 'Whether emails are signed with DKIM.' }),
  }),
)

export const TestMail = named(
  'TestMail',
  Type.Object({
    status: Type.Enum(['sent', 'captured']),
    detail: Type.String({ description: 'The response of the mail server.' }),
  }),
)
