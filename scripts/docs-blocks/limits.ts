import { readConfig } from '../../server/src/config.ts'
import { maxImagePixels } from '../../server/src/engines/decode-image.ts'
import { maxDurationMs } from '../../server/src/engines/transcription/transcribe.ts'
import { maxScenes, maxTotalMs } from '../../server/src/engines/video/video-request.ts'
import { maxMovedAssets } from '../../server/src/features/assets/folder-schemas.ts'
import { maxFolderLevels, maxFolders } from '../../server/src/features/assets/place-folder.ts'
import { largestUploadBytes } from '../../server/src/features/assets/sign-upload.ts'
import { maxAttachments } from '../../server/src/features/boards/attachments/manage-attachments.ts'
import { maxItems as maxChecklistItems } from '../../server/src/features/boards/checklists/change-checklist.ts'
import { maxMentions } from '../../server/src/features/boards/comments/mentions.ts'
import { maxFields } from '../../server/src/features/boards/fields/manage-fields.ts'
import { maxStatuses } from '../../server/src/features/boards/statuses/change-statuses.ts'
import { maxLevels } from '../../server/src/features/boards/tasks/choose-parent.ts'
import { largestImageBytes } from '../../server/src/features/image-tools/image-source.ts'
import { maxAccountsPerUnverifiedEmail } from '../../server/src/features/invitations/accept-invitation.ts'
import { maxExtraBytes } from '../../server/src/features/notifications/send/read-body.ts'
import { maxItemDataBytes } from '../../server/src/features/projects/item-schemas.ts'
import { maxDataBytes } from '../../server/src/features/projects/schemas.ts'
import { maxBrowsers } from '../../server/src/features/push/subscribe.ts'
import { maxDays } from '../../server/src/features/questions/ask/check-question.ts'
import { maxPaths } from '../../server/src/features/webhooks/check-subscription.ts'
import * as definitions from '../../server/src/features/workflows/definition/check-definition.ts'
import { maxItems } from '../../server/src/features/workflows/definition/definition.ts'
import { maxBytes as maxResponseBytes } from '../../server/src/features/workflows/runs/http-request.ts'
import {
  maxCharacters,
  maxRunBytes,
} from '../../server/src/features/workflows/runs/output-limit.ts'
import { longestInput } from '../../server/src/features/workflows/runs/start-run.ts'
import { maxBodyValues } from '../../server/src/http/body/json-body.ts'
import { maxPerWorkspace } from '../../server/src/http/gate/admission.ts'
import { maxPerCredential } from '../../server/src/http/gate/connection-quota.ts'
import { idempotencyHours } from '../../server/src/http/gate/idempotency.ts'
import * as signIn from '../../server/src/http/gate/sign-in-throttle.ts'
import { defaultBodyLimitBytes } from '../../server/src/http/mount.ts'
import type { Operation } from '../../server/src/http/operation.ts'
import { PageQuery } from '../../server/src/http/pagination.ts'
import { maxHeadBytes } from '../../server/src/http/requests.ts'
import { maxWaitSeconds } from '../../server/src/lib/fair-semaphore.ts'
import { quotaNames, quotaSetting, quotas } from '../../server/src/lib/quotas.ts'
import { code, count, table } from './table.ts'

const page = PageQuery.properties.page_size as object as { default: number; maximum: number }
const { rateLimit, maxUnfinishedRuns, eventRetentionDays } = readConfig({}, false)

const limits: Record<string, [string, number | string][]> = {
  Requests: [
    ['requests per second and credential (`ATELIER_RATE_LIMIT_PER_SECOND`)', rateLimit.perSecond],
    [
      'requests per second and workspace (`ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND`)',
      rateLimit.workspacePerSecond,
    ],
    [
      'burst (`ATELIER_RATE_LIMIT_BURST_SECONDS`)',
      `${rateLimit.burstSeconds} seconds' worth of requests`,
    ],
    ['requests of a workspace handled at once', maxPerWorkspace],
    ['wait for its turn, then 503', `${maxWaitSeconds} seconds`],
    ['URL and headers together', bytes(maxHeadBytes)],
    ['JSON body, unless listed below', bytes(defaultBodyLimitBytes)],
    ['values in a JSON body, except in a correction of a transcript', maxBodyValues],
    ['entries per page', `${page.default}, at most ${page.maximum}`],
    ['open event streams per credential; the same number of WebSockets', maxPerCredential],
    ['storage of responses to an `Idempotency-Key`', `${idempotencyHours} hours`],
    ['storage of events (`ATELIER_EVENT_RETENTION_DAYS`)', `${eventRetentionDays} days`],
  ],
  'Signing in': [
    ['wrong passwords per account and network address in 5 minutes', signIn.maxTriesPerPair],
    ['per account', signIn.maxTriesPerAccount],
    ['per network address', signIn.maxTriesPerAddress],
    ['accounts with the same unverified email address', maxAccountsPerUnverifiedEmail],
  ],
  'Files and media': [
    ['uploaded file', bytes(largestUploadBytes)],
    ['folders per workspace', maxFolders],
    ['levels of folders', maxFolderLevels],
    ['assets per move', maxMovedAssets],
    ['image for a tool', bytes(largestImageBytes)],
    ['pixels of an image', maxImagePixels],
    ['recording to transcribe', `${maxDurationMs / 3_600_000} hours`],
    ['scenes of a video', maxScenes],
    ['length of a video', `${maxTotalMs / 60_000} minutes`],
  ],
  'Boards and projects': [
    ['columns of a board', maxStatuses],
    ['custom fields of a board', maxFields],
    ['levels of subtasks', maxLevels],
    ['checklist items of a task', maxChecklistItems],
    ['attachments of a task', maxAttachments],
    ['mentions in a comment', maxMentions],
    ['`data` of a project', bytes(maxDataBytes)],
    ['`data` of a project item', bytes(maxItemDataBytes)],
  ],
  'Notifications and webhooks': [
    ['`_extra` of a notification', bytes(maxExtraBytes)],
    ['lifetime of a question', `${maxDays} days`],
    ['browsers with push per person', maxBrowsers],
    ['data conditions in a subscription filter', maxPaths],
  ],
  Workflows: [
    ['unfinished runs per workspace (`ATELIER_MAX_UNFINISHED_RUNS`)', maxUnfinishedRuns],
    ['definition', bytes(definitions.longestDefinition)],
    ['steps of a definition', definitions.maxSteps],
    ['expressions of a definition', definitions.maxExpressions],
    ['items of `for_each`', maxItems],
    ['input of a run', bytes(longestInput)],
    ['output of a step', bytes(maxCharacters)],
    ['input and output of all steps of a run', bytes(maxRunBytes)],
    ['response to an `http` step', bytes(maxResponseBytes)],
  ],
}

/** The limits that callers can meet, from the code that enforces them. */
export function limitTables(operations: readonly Operation[]): string {
  const tables = Object.entries(limits).map(([title, rows]) => {
    const cells = rows.map(([what, value]) => [
      what,
      typeof value === 'number' ? count(value) : value,
    ])
    return `### ${title}\n\n${table(['Limit', 'Value'], cells)}`
  })
  const bySize = Map.groupBy(operations, ({ bodyLimitBytes }) => bodyLimitBytes ?? 0)
  bySize.delete(0)
  const larger = [...bySize]
    .sort(([a], [b]) => a - b)
    .map(([size, ofSize]) => [bytes(size), ofSize.map(({ id }) => code(id)).join(', ')])
  return [...tables, `### Larger bodies\n\n${table(['Body', 'Operations'], larger)}`].join('\n\n')
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

function bytes(value: number): string {
  const unit = ['KiB', 'MiB', 'GiB'].findLast((_, index) => value >= 1024 ** (index + 1)) ?? 'KiB'
  const size = 1024 ** (['KiB', 'MiB', 'GiB'].indexOf(unit) + 1)
  return `${count(Math.round((value / size) * 10) / 10)} ${unit}`
}
