import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import type { MailConfig } from '../../config.ts'
import { composeMail, type Mail } from './compose-mail.ts'
import { type Mailer, openMailer } from './smtp.ts'

const log = pino({ level: 'silent' })
const config: MailConfig = {
  smtpUrl: undefined,
  from: 'Atelier <atelier@example.com>',
  dkim: undefined,
}

export function createMail(to: Partial<Mail['to']> = {}, title = 'The campaign is ready 🚀'): Mail {
  return composeMail({
    to: { name: 'Ada', address: 'ada@example.com', ...to },
    from: config.from,
    links: {
      unsubscribe: 'https://atelier.example/u/1',
      oneClickUnsubscribe: 'https://atelier.example/api/v1/u/1',
      preferences: 'https://atelier.example/p',
      answer: null,
    },
    messageId: 'm-1@atelier.example',
    threadReference: 'thread-7@atelier.example',
    repeated: true,
    publicUrl: 'https://atelier.example',
    message: {
      ...{ notificationId: 'n-1', category: 'agentNudge', categoryLabel: 'Nudge', title },
      ...{ message: 'Six posts.', body: 'Grüße **مرحبا**\n\n.dot\nFrom me', threadId: '7' },
      action: { label: 'View details', url: 'https://atelier.example/t/7' },
      ...{ sender: 'Launch agent', workspace: { id: 12, name: 'Example' }, question: null },
      createdAt: new Date('2026-11-15T09:30:00Z'),
    },
  })
}

export async function startServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

export function openTestMailer(smtpUrl: string | undefined, dkim?: MailConfig['dkim']): Mailer {
  const mailer = openMailer({ ...config, smtpUrl, dkim }, log)
  onTestFinished(() => mailer.close())
  return mailer
}
