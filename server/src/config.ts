import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Value } from 'typebox/value'
import { type DeviceSetting, deviceSettings } from './engines/device/probe-device.ts'
import {
  OutsideSettings,
  type Purpose,
  purposes,
  settingsMistake,
} from './engines/external/settings.ts'
import { docsFolderOf } from './lib/docs-folder.ts'
import { parseRetention, type Retention } from './platform/backup/retention.ts'
import {
  type DatabaseSettings,
  defaultDatabaseSettings,
} from './platform/postgres/client-options.ts'
import { parseCidr } from './platform/safe-fetch/address-rules.ts'
import { type AllowedRanges, parseAllowedRanges } from './platform/safe-fetch/allowed-ranges.ts'
import type { TracingSettings } from './platform/tracing/otlp-exporter.ts'

export interface Config {
  host: string
  port: number
  /** Another port, for health and metrics only. */
  healthPort: number | undefined
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  database: DatabaseSettings
  redisUrl: string | undefined
  bootstrapApiKey: string | undefined
  /** Encrypts stored tokens and private keys, so that a copy of the database is not enough. */
  secretKey: string | undefined
  ownerEmail: string
  roles: ReadonlySet<string>
  logLevel: string
  logFormat: string
  rateLimitPerMinute: number
  eventRetentionDays: number
  /** Maximum number of unfinished workflow runs per workspace. */
  maxUnfinishedRuns: number
  /** How many proxies in front of the server to trust, or which ones; `false` trusts none. */
  trustProxy: false | number | string[]
  metricsToken: string | undefined
  /** Where to send traces; undefined turns tracing off. */
  tracing: TracingSettings | undefined
  /** Private address ranges that callers' URLs may point to, by purpose. */
  allowCidrs: AllowedRanges
  /** Folder of the built console. */
  consoleFolder: string
  /** Folder of the Markdown pages that /docs shows. */
  docsFolder: string
  s3: S3Config | undefined
  mail: MailConfig
  doors: DoorsConfig
  inboundMail: InboundMailConfig
  /** Other origins whose pages may open a WebSocket or call /mcp. */
  allowedOrigins: string[]
  models: { folder: string; mirrors: string[]; offlineFolder: string | undefined }
  backup: BackupConfig
  /** Maximum number of concurrent heavy tasks; each runs in its own process. */
  heavyTasks: number
  /** Threads of each engine process, so that requests keep their share of the CPU. */
  engineThreads: number
  /** Where models that can use a GPU run. */
  device: DeviceSetting
  /** The model that transcribes English. */
  englishModel: (typeof englishModels)[number]
  /** External engines for all workspaces that have not configured their own. */
  engines: Partial<Record<Purpose, OutsideSettings>>
  /** Passed to npm's configuration, which names the package registry. */
  environment: Record<string, string | undefined>
}

export const englishModels = ['moonshine', 'whisper-base.en'] as const
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
  /** 32 bytes in hexadecimal or base64, or the file that has them. */
  key: string | undefined
  keyFile: string | undefined
  everyHours: number
  keep: Retention
  /** How often the WAL of an embedded database is archived. */
  walSeconds: number
}

export interface MailConfig {
  /** Without an SMTP URL, emails are only stored, and people read them in the console. */
  smtpUrl: string | undefined
  from: string
  dkim: { domain: string; selector: string; keyFile: string } | undefined
}

/** Lists every mistake in the configuration, so one start shows them all. */
export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    const list = mistakes.map((mistake) => `  - ${mistake}`).join('\n')
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`
    super(`The configuration has ${count}:\n${list}\nSee docs/configuration.md for all settings.`)
    this.mistakes = mistakes
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Only this function reads the environment. */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  isTerminal = process.stderr.isTTY === true,
): Config {
  const mistakes: string[] = []
  // The CLI reads these when it talks to a server; the server does not.
  const known = new Set(['ATELIER_URL', 'ATELIER_API_KEY', 'ATELIER_PROFILE'])

  function setting<T>(name: string, fallback: T, parse: (value: string) => T): T {
    known.add(name)
    const value = env[name]?.trim()
    if (!value) return fallback
    try {
      return parse(value)
    } catch (error) {
      mistakes.push(`${name} ${(error as Error).message}`)
      return fallback
    }
  }

  const cores = availableParallelism()
  const host = setting('ATELIER_HOST', 'localhost', String)
  const port = setting('PORT', 4600, integer(0, 65_535))
  const optional = <T>(name: string, parse: (value: string) => T) =>
    setting<T | undefined>(name, undefined, parse)
  const config: Config = {
    host,
    port,
    healthPort: optional('ATELIER_HEALTH_PORT', integer(1, 65_535)),
    publicUrl: setting('ATELIER_PUBLIC_URL', ownUrl(host, port), url('http:', 'https:')).replace(
      /(?<!\/)\/+$/,
      '',
    ),
    dataDir: resolve(setting('ATELIER_DATA_DIR', 'data', String)),
    databaseUrl: optional('DATABASE_URL', url('postgres:', 'postgresql:')),
    database: readDatabase(setting),
    redisUrl: optional('REDIS_URL', url('redis:', 'rediss:')),
    bootstrapApiKey: optional('ATELIER_BOOTSTRAP_API_KEY', secret),
    secretKey: optional('ATELIER_SECRET_KEY', secret),
    ownerEmail: setting('ATELIER_OWNER_EMAIL', 'owner@atelier.local', email),
    roles: setting('ATELIER_ROLES', new Set(['api', 'worker']), someOf('api', 'worker')),
    logLevel: setting('ATELIER_LOG_LEVEL', isTerminal ? 'warn' : 'info', oneOf(...logLevels)),
    logFormat: setting(
      'ATELIER_LOG_FORMAT',
      isTerminal ? 'pretty' : 'json',
      oneOf('json', 'pretty'),
    ),
    rateLimitPerMinute: setting('ATELIER_RATE_LIMIT_PER_MINUTE', 60_000, integer(0, 10_000_000)),
    eventRetentionDays: setting('ATELIER_EVENT_RETENTION_DAYS', 30, integer(1, 3_650)),
    maxUnfinishedRuns: setting('ATELIER_MAX_UNFINISHED_RUNS', 10_000, integer(1, 10_000_000)),
    trustProxy: setting('ATELIER_TRUST_PROXY', false, proxies),
    metricsToken: optional('ATELIER_METRICS_TOKEN', String),
    tracing: readTracing(setting),
    allowCidrs: setting<AllowedRanges>('ATELIER_ALLOW_CIDRS', [], parseAllowedRanges),
    consoleFolder: join(import.meta.dirname, '../../web/dist'),
    docsFolder: docsFolderOf(join(import.meta.dirname, '..')),
    s3: readS3(setting),
    mail: readMail(setting, mistakes),
    doors: readDoors(setting),
    inboundMail: readInboundMail(setting),
    backup: readBackup(setting),
    allowedOrigins: setting('ATELIER_ALLOWED_ORIGINS', [], listOf(origin)),
    models: {
      folder: '',
      mirrors: setting('ATELIER_MODEL_MIRRORS', [], listOf(url('http:', 'https:'))),
      offlineFolder: optional('ATELIER_MODELS_OFFLINE', resolve),
    },
    environment: env,
    engines: {},
    // One core is left to requests and the database.
    heavyTasks: setting('ATELIER_HEAVY_TASKS', Math.max(1, cores - 1), integer(1, 64)),
    engineThreads: setting('ATELIER_ENGINE_THREADS', Math.min(2, cores), integer(1, 64)),
    englishModel: setting<(typeof englishModels)[number]>(
      'ATELIER_ENGLISH_MODEL',
      'moonshine',
      oneOf(...englishModels),
    ),
    device: setting<DeviceSetting>('ATELIER_DEVICE', 'auto', oneOf(...deviceSettings)),
  }
  config.models.folder = resolve(
    setting('ATELIER_MODELS_DIR', join(config.dataDir, 'models'), String),
  )
  for (const purpose of purposes) {
    const settings = optional(`ATELIER_${purpose.toUpperCase()}_ENGINE`, outsideEngine(purpose))
    if (settings) config.engines[purpose] = settings
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('ATELIER_') && !known.has(name)) {
      mistakes.push(`${name} is not an Atelier setting`)
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

type Setting = <T>(name: string, fallback: T, parse: (value: string) => T) => T

/** Connection pool sizes and timeouts of this process. */
function readDatabase(setting: Setting): DatabaseSettings {
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
function readTracing(setting: Setting): TracingSettings | undefined {
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
function readS3(setting: Setting): S3Config | undefined {
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

/** Setting a folder turns scheduled backups on. */
function readBackup(setting: Setting): BackupConfig {
  const optional = (name: string, parse: (value: string) => string) =>
    setting<string | undefined>(name, undefined, parse)
  return {
    folder: optional('ATELIER_BACKUP_DIR', resolve),
    key: optional('ATELIER_BACKUP_KEY', String),
    keyFile: optional('ATELIER_BACKUP_KEY_FILE', resolve),
    everyHours: setting('ATELIER_BACKUP_EVERY_HOURS', 24, integer(1, 24 * 31)),
    keep: setting('ATELIER_BACKUP_KEEP', parseRetention('3,7d,4w'), parseRetention),
    walSeconds: setting('ATELIER_BACKUP_WAL_SECONDS', 60, integer(1, 86_400)),
  }
}

/** Email goes out through the configured SMTP server, signed if a DKIM key is set. */
function readMail(setting: Setting, mistakes: string[]): MailConfig {
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

function readDoors(setting: Setting): DoorsConfig {
  const api = (name: string, usual: string) =>
    setting(name, usual, url('http:', 'https:')).replace(/(?<!\/)\/+$/, '')
  return {
    slackUrl: api('ATELIER_SLACK_API_URL', 'https://slack.com/api'),
    telegramUrl: api('ATELIER_TELEGRAM_API_URL', 'https://api.telegram.org'),
    discordUrl: api('ATELIER_DISCORD_API_URL', 'https://discord.com/api/v10'),
  }
}

/** Setting a reply address makes emails with questions answerable by reply. */
function readInboundMail(setting: Setting): InboundMailConfig {
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

/** The token takes 48 of the 64 characters that the part before the @ may have. */
function replyMailbox(value: string): string {
  if (/^[a-z0-9._-]{1,15}@[^\s@]+\.[^\s@]+$/i.test(value)) return value
  throw new Error(
    'must be an address such as reply@in.example.com, with at most 15 characters before the @',
  )
}

function ownUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? 'localhost' : host}:${port}`
}

function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw new Error(`must be a whole number from ${least} to ${most}, not "${value}"`)
  }
}

function oneOf<const Allowed extends string>(...allowed: Allowed[]) {
  return (value: string): Allowed => {
    const found = allowed.find((one) => one === value)
    if (found !== undefined) return found
    throw new Error(`must be one of ${allowed.join(', ')}, not "${value}"`)
  }
}

function someOf(...allowed: string[]) {
  return (value: string): Set<string> =>
    new Set(value.split(',').map((item) => oneOf(...allowed)(item.trim())))
}

function fraction(value: string): number {
  const number = Number(value)
  if (number >= 0 && number <= 1) return number
  throw new Error(`must be a number from 0 to 1, not "${value}"`)
}

/** `name=value`, comma-separated. The message omits the value because it may contain a key. */
function headers(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)=(.*?)\s*$/.exec(pair))
  if (pairs.some((pair) => !pair)) throw new Error('must be headers such as x-key=secret')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')]))
}

/** The message omits the value because a URL may contain a password. */
function url(...protocols: string[]) {
  return (value: string): string => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new Error(`must be a URL that starts with ${protocols.join('// or ')}//`)
  }
}

function listOf<T>(parse: (value: string) => T) {
  return (value: string): T[] => value.split(',').map((item) => parse(item.trim()))
}

/** The message omits the value because it contains a key. */
function outsideEngine(purpose: Purpose) {
  return (value: string): OutsideSettings => {
    const settings = jsonOf(value)
    if (!Value.Check(OutsideSettings, settings)) {
      throw new Error(
        'must be JSON such as {"kind":"automatic1111","base_url":"http://10.0.0.5:7860"}',
      )
    }
    const mistake = settingsMistake(purpose, settings)
    if (mistake) throw new Error(`is not complete: ${mistake.field} ${mistake.message}`)
    return settings
  }
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Rejects `yes`: it would trust the address that any client puts in the header. */
function proxies(value: string): false | number | string[] {
  if (value === 'no' || value === '0') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  try {
    return listOf(cidr)(value)
  } catch {
    throw new Error(
      `must be the number of proxies in front of the server, such as 1, or their address ranges, such as 10.0.0.0/8, not "${value}"`,
    )
  }
}

function cidr(value: string): string {
  parseCidr(value)
  return value
}

function secret(value: string): string {
  if (/^[\x21-\x7e]{24,200}$/.test(value)) return value
  throw new Error('must be 24 to 200 printable characters without spaces')
}

function email(value: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value
  throw new Error(`must be an email address, not "${value}"`)
}

/** An email address, alone or as "Name <address>". */
function mailbox(value: string): string {
  if (/^[^\s@<>,"]+@[^\s@<>,"]+$/.test(value)) return value
  if (/^[^<>,"@\r\n]+<[^\s@<>,"]+@[^\s@<>,"]+>$/.test(value)) return value
  throw new Error(`must be an address, alone or as "Atelier <atelier@example.com>"`)
}

function origin(value: string): string {
  if (URL.canParse(value) && new URL(value).origin === value) return value
  throw new Error(`must be origins such as https://app.example.com, without a path`)
}
