import { resolve } from 'node:path'
import { type QuotaSettings, quotaNames, quotaSetting } from '../lib/quotas.ts'
import { parseRetention, type Retention } from '../platform/backup/retention.ts'
import { type DatabaseSettings, defaultDatabaseSettings } from '../platform/postgres/settings.ts'
import type { TracingSettings } from '../platform/tracing/otlp-exporter.ts'
import { fraction, headers, integer, mailbox, replyMailbox, secret, url } from './values.ts'

/** The APIs of chat apps. Only the operator can change them, for tests and proxies. */
export interface DoorsConfig {
  slackUrl: string
  telegramUrl: string
  discordUrl: string
}

/** How replies to questions by email arrive. */
export interface InboundMailConfig {
  /** "reply@in.example.com": emails get "reply+<token>@in.example.com" as Reply-To. */
  replyAddress: string | undefined
  /** The password of the inbound URL, for providers that do not sign. */
  secret: string | undefined
  mailgunKey: string | undefined
  sendgridKey: string | undefined
  /** The name of the server that checks DKIM and SPF, in its Authentication-Results. */
  authservId: string | undefined
  imapUrl: string | undefined
}

export interface S3Config {
  bucket: string
  region: string
  endpoint?: string
  pathStyle?: boolean
  prefix?: string
}

export interface BackupConfig {
  /** Where scheduled backups go. Without a folder, there are none. */
  folder: string | undefined
  everyHours: number
  keep: Retention
  /** How often the WAL is archived. */
  walSeconds: number
}

export interface MailConfig {
  /** Without an SMTP URL, emails are only stored, and people read them in the console. */
  smtpUrl: string | undefined
  from: string
  dkim: { domain: string; selector: string; keyFile: string } | undefined
}

/** Reads a setting, or returns the fallback. */
export type Setting = <T>(name: string, fallback: T, parse: (value: string) => T) => T

/** Connection pool sizes and timeouts of this process. */
export function readDatabase(setting: Setting): DatabaseSettings {
  const usual = defaultDatabaseSettings
  const connections = integer(2, 200)
  const seconds = integer(1, 3600)
  return {
    connections: setting('ATELIER_DATABASE_CONNECTIONS', usual.connections, connections),
    readConnections: setting(
      'ATELIER_DATABASE_READ_CONNECTIONS',
      usual.readConnections,
      connections,
    ),
    transactions: setting('ATELIER_DATABASE_TRANSACTIONS', usual.transactions, connections),
    statementSeconds: setting('ATELIER_STATEMENT_TIMEOUT_SECONDS', usual.statementSeconds, seconds),
    lockSeconds: setting('ATELIER_LOCK_TIMEOUT_SECONDS', usual.lockSeconds, seconds),
    idleTransactionSeconds: setting(
      'ATELIER_IDLE_TRANSACTION_TIMEOUT_SECONDS',
      usual.idleTransactionSeconds,
      seconds,
    ),
    transactionSeconds: setting(
      'ATELIER_TRANSACTION_TIMEOUT_SECONDS',
      usual.transactionSeconds,
      seconds,
    ),
  }
}

/** The names that OpenTelemetry defines. Setting an endpoint turns tracing on. */
export function readTracing(setting: Setting): TracingSettings | undefined {
  const endpoint = setting('OTEL_EXPORTER_OTLP_ENDPOINT', '', url('http:', 'https:'))
  const settings = {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ''),
    headers: setting('OTEL_EXPORTER_OTLP_HEADERS', {}, headers),
    serviceName: setting('OTEL_SERVICE_NAME', 'atelier', String),
    ratio: setting('OTEL_TRACES_SAMPLER_ARG', 1, fraction),
  }
  return endpoint ? settings : undefined
}

/** Setting a bucket stores files in S3. The AWS SDK finds the credentials in its usual places. */
export function readS3(setting: Setting): S3Config | undefined {
  const bucket = setting('ATELIER_S3_BUCKET', '', String)
  const region = setting('ATELIER_S3_REGION', 'us-east-1', String)
  const endpoint = setting('ATELIER_S3_ENDPOINT', '', url('http:', 'https:'))
  const prefix = setting('ATELIER_S3_PREFIX', '', String)
  if (!bucket) return undefined
  return {
    bucket,
    region,
    ...(endpoint && { endpoint, pathStyle: true }),
    ...(prefix && { prefix }),
  }
}

/** 0 means unlimited. */
export function readQuotas(setting: Setting): QuotaSettings {
  const given = quotaNames.flatMap((name) => {
    const parse = integer(0, Number.MAX_SAFE_INTEGER)
    const max = setting<number | undefined>(quotaSetting(name), undefined, parse)
    return max === undefined ? [] : [[name, max === 0 ? null : max] as const]
  })
  return Object.fromEntries(given)
}

/** Setting a folder turns scheduled backups on. */
export function readBackup(setting: Setting): BackupConfig {
  return {
    folder: setting<string | undefined>('ATELIER_BACKUP_DIR', undefined, resolve),
    everyHours: setting('ATELIER_BACKUP_EVERY_HOURS', 24, integer(1, 24 * 31)),
    keep: setting('ATELIER_BACKUP_KEEP', parseRetention('3,7d,4w'), parseRetention),
    walSeconds: setting('ATELIER_BACKUP_WAL_SECONDS', 60, integer(1, 86_400)),
  }
}

/** Email goes out through the configured SMTP server, signed if a DKIM key is set. */
export function readMail(setting: Setting, mistakes: string[]): MailConfig {
  const smtpUrl = setting<string | undefined>('ATELIER_SMTP_URL', undefined, url('smtp:', 'smtps:'))
  const from = setting('ATELIER_MAIL_FROM', 'Atelier <atelier@localhost>', mailbox)
  const domain = setting('ATELIER_DKIM_DOMAIN', '', String)
  const selector = setting('ATELIER_DKIM_SELECTOR', '', String)
  const keyFile = setting('ATELIER_DKIM_KEY_FILE', '', resolve)
  const given = [domain, selector, keyFile].filter(Boolean).length
  if (given > 0 && given < 3) {
    mistakes.push(
      'ATELIER_DKIM_DOMAIN, ATELIER_DKIM_SELECTOR and ATELIER_DKIM_KEY_FILE belong together: set all three or none',
    )
  }
  return { smtpUrl, from, dkim: given === 3 ? { domain, selector, keyFile } : undefined }
}

export function readDoors(setting: Setting): DoorsConfig {
  const api = (name: string, usual: string) =>
    setting(name, usual, url('http:', 'https:')).replace(/(?<!\/)\/+$/, '')
  return {
    slackUrl: api('ATELIER_SLACK_API_URL', 'https://slack.com/api'),
    telegramUrl: api('ATELIER_TELEGRAM_API_URL', 'https://api.telegram.org'),
    discordUrl: api('ATELIER_DISCORD_API_URL', 'https://discord.com/api/v10'),
  }
}

/** Setting a reply address makes emails with questions answerable by reply. */
export function readInboundMail(setting: Setting): InboundMailConfig {
  const optional = (name: string, parse: (value: string) => string) =>
    setting<string | undefined>(name, undefined, parse)
  return {
    replyAddress: optional('ATELIER_REPLY_ADDRESS', replyMailbox),
    secret: optional('ATELIER_INBOUND_MAIL_SECRET', secret),
    mailgunKey: optional('ATELIER_MAILGUN_SIGNING_KEY', String),
    sendgridKey: optional('ATELIER_SENDGRID_PUBLIC_KEY', String),
    authservId: optional('ATELIER_INBOUND_AUTHSERV_ID', String),
    imapUrl: optional('ATELIER_INBOUND_IMAP_URL', url('imap:', 'imaps:')),
  }
}
