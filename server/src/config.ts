import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type BackupConfig,
  type DoorsConfig,
  type InboundMailConfig,
  type MailConfig,
  readBackup,
  readDatabase,
  readDoors,
  readInboundMail,
  readMail,
  readQuotas,
  readS3,
  readTracing,
  type S3Config,
} from './config/sections.ts'
import {
  email,
  externalEngine,
  integer,
  origin,
  parseChoice,
  parseChoices,
  parseList,
  proxies,
  secret,
  url,
} from './config/values.ts'
import { type DeviceSetting, deviceSettings } from './engines/device/probe-device.ts'
import { type ExternalEngineSettings, type Purpose, purposes } from './engines/external/settings.ts'
import { type EnginePriority, enginePriorities } from './engines/lower-priority.ts'
import { shippedPath } from './lib/installation.ts'
import type { QuotaSettings } from './lib/quotas.ts'
import type { DatabaseSettings } from './platform/postgres/settings.ts'
import { type AllowedRanges, parseAllowedRanges } from './platform/safe-fetch/allowed-ranges.ts'
import type { TracingSettings } from './platform/tracing/otlp-exporter.ts'

export type { MailConfig, S3Config } from './config/sections.ts'

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
  rateLimit: {
    /** Requests of a credential; 0 turns the limit off. */
    perSecond: number
    /** Of all credentials of a workspace together; 0 turns the limit off. */
    workspacePerSecond: number
    /** How many seconds' worth of requests may arrive at once. */
    burstSeconds: number
  }
  eventRetentionDays: number
  /** Maximum number of unfinished workflow runs per workspace. */
  maxUnfinishedRuns: number
  /** Limits of what a workspace stores and does, where they differ from the usual ones. */
  quotas: QuotaSettings
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
  enginePriority: EnginePriority
  /** Replaces the program that runs the engines, in tests. Not a setting. */
  engineChild?: URL
  /** Where models that can use a GPU run. */
  device: DeviceSetting
  /** The model that transcribes English. */
  englishModel: (typeof englishModels)[number]
  /** External engines for all workspaces that have not configured their own. */
  engines: Partial<Record<Purpose, ExternalEngineSettings>>
  /** Passed to npm's configuration, which names the package registry. */
  environment: Record<string, string | undefined>
}

export const englishModels = ['moonshine', 'whisper-base.en'] as const

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
    roles: setting('ATELIER_ROLES', new Set(['api', 'worker']), parseChoices('api', 'worker')),
    logLevel: setting('ATELIER_LOG_LEVEL', isTerminal ? 'warn' : 'info', parseChoice(...logLevels)),
    logFormat: setting(
      'ATELIER_LOG_FORMAT',
      isTerminal ? 'pretty' : 'json',
      parseChoice('json', 'pretty'),
    ),
    rateLimit: {
      perSecond: setting('ATELIER_RATE_LIMIT_PER_SECOND', 50, integer(0, 100_000)),
      workspacePerSecond: setting(
        'ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND',
        100,
        integer(0, 100_000),
      ),
      burstSeconds: setting('ATELIER_RATE_LIMIT_BURST_SECONDS', 4, integer(1, 60)),
    },
    eventRetentionDays: setting('ATELIER_EVENT_RETENTION_DAYS', 30, integer(1, 3_650)),
    maxUnfinishedRuns: setting('ATELIER_MAX_UNFINISHED_RUNS', 10_000, integer(1, 10_000_000)),
    quotas: readQuotas(setting),
    trustProxy: setting('ATELIER_TRUST_PROXY', false, proxies),
    metricsToken: optional('ATELIER_METRICS_TOKEN', String),
    tracing: readTracing(setting),
    allowCidrs: setting<AllowedRanges>('ATELIER_ALLOW_CIDRS', [], parseAllowedRanges),
    consoleFolder: shippedPath('web/dist'),
    docsFolder: shippedPath('docs'),
    s3: readS3(setting),
    mail: readMail(setting, mistakes),
    doors: readDoors(setting),
    inboundMail: readInboundMail(setting),
    backup: readBackup(setting),
    allowedOrigins: setting('ATELIER_ALLOWED_ORIGINS', [], parseList(origin)),
    models: {
      folder: '',
      mirrors: setting('ATELIER_MODEL_MIRRORS', [], parseList(url('http:', 'https:'))),
      offlineFolder: optional('ATELIER_MODELS_OFFLINE', resolve),
    },
    environment: env,
    engines: {},
    // One core is left to requests and the database.
    heavyTasks: setting('ATELIER_HEAVY_TASKS', Math.max(1, cores - 1), integer(1, 64)),
    engineThreads: setting('ATELIER_ENGINE_THREADS', Math.min(2, cores), integer(1, 64)),
    enginePriority: setting<EnginePriority>(
      'ATELIER_ENGINE_PRIORITY',
      'low',
      parseChoice(...enginePriorities),
    ),
    englishModel: setting<(typeof englishModels)[number]>(
      'ATELIER_ENGLISH_MODEL',
      'moonshine',
      parseChoice(...englishModels),
    ),
    device: setting<DeviceSetting>('ATELIER_DEVICE', 'auto', parseChoice(...deviceSettings)),
  }
  config.models.folder = resolve(
    setting('ATELIER_MODELS_DIR', join(config.dataDir, 'models'), String),
  )
  for (const purpose of purposes) {
    const settings = optional(`ATELIER_${purpose.toUpperCase()}_ENGINE`, externalEngine(purpose))
    if (settings) config.engines[purpose] = settings
  }
  if (config.databaseUrl && config.backup.folder) {
    mistakes.push(
      'ATELIER_BACKUP_DIR is for the embedded database. With DATABASE_URL, remove it and use pgBackRest or pg_dump, as docs/backup.md shows',
    )
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('ATELIER_') && !known.has(name)) {
      mistakes.push(`${name} is not an Atelier setting`)
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

function ownUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? 'localhost' : host}:${port}`
}
