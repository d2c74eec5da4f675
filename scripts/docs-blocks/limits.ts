import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import type { Operation } from '../../server/src/http/operation.ts'
import { PageQuery } from '../../server/src/http/pagination.ts'
import { quotaNames, quotaSetting, quotas } from '../../server/src/lib/quotas.ts'
import { code, count, table } from './table.ts'

type Unit = 'bytes' | 'seconds' | 'milliseconds' | ''

interface Limit {
  what: string
  value: string
}

const source = join(import.meta.dirname, '../../server/src')

/**
 * Reads a constant from its file. Most limits are private to the file that enforces them, and
 * exporting each for one table would hide which are part of an interface.
 */
function constant(file: string, name: string): number {
  const text = readFileSync(join(source, file), 'utf8')
  const expression = new RegExp(`const ${name}(?:: \\w+)? = ([\\d_ .*]+)$`, 'm').exec(text)?.[1]
  if (!expression) throw new Error(`${file} has no number called ${name}`)
  return expression
    .split(/(?<!\*)\*(?!\*)/)
    .map((factor) => factor.split('**').map((one) => Number(one.trim().replaceAll('_', ''))))
    .reduce((product, [base = 0, power = 1]) => product * base ** power, 1)
}

function limit(what: string, file: string, name: string, unit: Unit = ''): Limit {
  return { what, value: withUnit(constant(file, name), unit) }
}

function withUnit(value: number, unit: Unit): string {
  if (unit === 'bytes') return bytes(value)
  if (unit === 'milliseconds') return duration(value / 1000)
  return unit === 'seconds' ? duration(value) : count(value)
}

function bytes(value: number): string {
  for (const [unit, size] of [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
  ] as const) {
    if (value >= size) return `${count(Math.round((value / size) * 10) / 10)} ${unit}`
  }
  return `${count(Math.round(value / 1024))} KiB`
}

function duration(seconds: number): string {
  for (const [unit, size] of [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const) {
    if (seconds >= 2 * size && seconds % size === 0) return `${count(seconds / size)} ${unit}`
  }
  return `${count(seconds)} seconds`
}

/** The limits that callers can meet, from the code that enforces them. */
export function limitTables(operations: readonly Operation[]): string {
  const config = readConfig({}, false)
  const page = PageQuery.properties.page_size as object as { default: number; maximum: number }
  const { rateLimit, maxUnfinishedRuns, eventRetentionDays } = config
  const sections: [string, Limit[]][] = [
    [
      'Requests',
      [
        {
          what: `requests per second and credential (${code('ATELIER_RATE_LIMIT_PER_SECOND')})`,
          value: count(rateLimit.perSecond),
        },
        {
          what: `requests per second and workspace (${code('ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND')})`,
          value: count(rateLimit.workspacePerSecond),
        },
        {
          what: `burst (${code('ATELIER_RATE_LIMIT_BURST_SECONDS')})`,
          value: `${rateLimit.burstSeconds} seconds' worth of requests`,
        },
        limit(
          'requests of a workspace handled at once',
          'http/gate/admission.ts',
          'maxPerWorkspace',
        ),
        limit('wait for its turn, then 503', 'lib/fair-semaphore.ts', 'maxWaitSeconds', 'seconds'),
        limit('URL and headers together', 'http/requests.ts', 'maxHeadBytes', 'bytes'),
        limit('JSON body, unless listed below', 'http/mount.ts', 'defaultBodyLimitBytes', 'bytes'),
        limit(
          'values in a JSON body, except in a correction of a transcript',
          'http/body/json-body.ts',
          'maxBodyValues',
        ),
        { what: 'entries per page', value: `${page.default}, at most ${page.maximum}` },
        limit(
          'open event streams per credential; the same number of WebSockets',
          'http/gate/connection-quota.ts',
          'maxPerCredential',
        ),
        {
          what: 'storage of responses to an `Idempotency-Key`',
          value: `${constant('http/gate/idempotency.ts', 'idempotencyHours')} hours`,
        },
        {
          what: `storage of events (${code('ATELIER_EVENT_RETENTION_DAYS')})`,
          value: `${eventRetentionDays} days`,
        },
      ],
    ],
    [
      'Signing in',
      [
        limit(
          'wrong passwords per account and network address in 5 minutes',
          'http/gate/sign-in-throttle.ts',
          'maxTriesPerPair',
        ),
        limit('per account', 'http/gate/sign-in-throttle.ts', 'maxTriesPerAccount'),
        limit('per network address', 'http/gate/sign-in-throttle.ts', 'maxTriesPerAddress'),
        limit(
          'accounts with the same unverified email address',
          'features/invitations/accept-invitation.ts',
          'maxAccountsPerUnverifiedEmail',
        ),
      ],
    ],
    [
      'Files and media',
      [
        limit('uploaded file', 'features/assets/sign-upload.ts', 'largestUploadBytes', 'bytes'),
        limit('folders per workspace', 'features/assets/place-folder.ts', 'maxFolders'),
        limit('levels of folders', 'features/assets/place-folder.ts', 'maxFolderLevels'),
        limit('assets per move', 'features/assets/folder-schemas.ts', 'maxMovedAssets'),
        limit(
          'image for a tool',
          'features/image-tools/image-source.ts',
          'largestImageBytes',
          'bytes',
        ),
        limit('pixels of an image', 'engines/decode-image.ts', 'maxImagePixels'),
        limit(
          'recording to transcribe',
          'engines/transcription/transcribe.ts',
          'maxDurationMs',
          'milliseconds',
        ),
        limit('scenes of a video', 'engines/video/video-request.ts', 'maxScenes'),
        limit('length of a video', 'engines/video/video-request.ts', 'maxTotalMs', 'milliseconds'),
      ],
    ],
    [
      'Boards and projects',
      [
        limit('columns of a board', 'features/boards/statuses/change-statuses.ts', 'maxStatuses'),
        limit('custom fields of a board', 'features/boards/fields/manage-fields.ts', 'maxFields'),
        limit('levels of subtasks', 'features/boards/tasks/choose-parent.ts', 'maxLevels'),
        limit(
          'checklist items of a task',
          'features/boards/checklists/change-checklist.ts',
          'maxItems',
        ),
        limit(
          'attachments of a task',
          'features/boards/attachments/manage-attachments.ts',
          'maxAttachments',
        ),
        limit('mentions in a comment', 'features/boards/comments/mentions.ts', 'maxMentions'),
        limit('`data` of a project', 'features/projects/schemas.ts', 'maxDataBytes', 'bytes'),
        limit(
          '`data` of a project item',
          'features/projects/item-schemas.ts',
          'maxItemDataBytes',
          'bytes',
        ),
      ],
    ],
    [
      'Notifications and webhooks',
      [
        limit(
          '`_extra` of a notification',
          'features/notifications/check-notification.ts',
          'maxExtraBytes',
          'bytes',
        ),
        {
          what: 'lifetime of a question',
          value: `${constant('features/notifications/questions/ask-question.ts', 'longestDays')} days`,
        },
        limit('browsers with push per person', 'features/push/subscribe.ts', 'maxBrowsers'),
        limit(
          'data conditions in a subscription filter',
          'features/webhooks/check-subscription.ts',
          'maxPaths',
        ),
      ],
    ],
    [
      'Workflows',
      [
        {
          what: `unfinished runs per workspace (${code('ATELIER_MAX_UNFINISHED_RUNS')})`,
          value: count(maxUnfinishedRuns),
        },
        limit(
          'definition',
          'features/workflows/definition/check-definition.ts',
          'longestDefinition',
          'bytes',
        ),
        limit(
          'steps of a definition',
          'features/workflows/definition/check-definition.ts',
          'maxSteps',
        ),
        limit(
          'expressions of a definition',
          'features/workflows/definition/check-definition.ts',
          'maxExpressions',
        ),
        limit('items of `for_each`', 'features/workflows/definition/definition.ts', 'maxItems'),
        limit('input of a run', 'features/workflows/runs/start-run.ts', 'longestInput', 'bytes'),
        limit(
          'output of a step',
          'features/workflows/runs/output-limit.ts',
          'maxCharacters',
          'bytes',
        ),
        limit(
          'input and output of all steps of a run',
          'features/workflows/runs/output-limit.ts',
          'maxRunBytes',
          'bytes',
        ),
        limit(
          'response to an `http` step',
          'features/workflows/runs/http-request.ts',
          'maxBytes',
          'bytes',
        ),
      ],
    ],
  ]
  const tables = sections.map(
    ([title, limits]) =>
      `### ${title}\n\n${table(
        ['Limit', 'Value'],
        limits.map(({ what, value }) => [what, value]),
      )}`,
  )
  return [...tables, `### Larger bodies\n\n${largerBodies(operations)}`].join('\n\n')
}

function largerBodies(operations: readonly Operation[]): string {
  const bySize = Map.groupBy(
    operations.filter(({ bodyLimitBytes }) => bodyLimitBytes !== undefined),
    ({ bodyLimitBytes }) => bodyLimitBytes as number,
  )
  const rows = [...bySize]
    .sort(([a], [b]) => a - b)
    .map(([size, ofSize]) => [bytes(size), ofSize.map(({ id }) => code(id)).join(', ')])
  return table(['Body', 'Operations'], rows)
}

/** The quotas of a workspace, with their settings. */
export function quotaTable(): string {
  return table(
    ['Quota', 'Setting', 'Default', 'Why this default'],
    quotaNames.map((name) => {
      const { title, usual, why } = quotas[name]
      const value = name.endsWith('_bytes') ? bytes(usual) : count(usual)
      return [`${code(name)}: ${title.toLowerCase()}`, code(quotaSetting(name)), value, why]
    }),
  )
}
