import type { Deps } from '../../deps.ts'
import { whisperLanguage } from '../../engines/transcription/whisper/token-ids.ts'
import { newCallback } from '../../http/gate/callback-secrets.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { isLanguage } from '../../lib/zones.ts'
import { requireKnownAsset } from '../assets/content-of-asset.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { publish } from '../events/publish.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { insertTranscription } from './queries.ts'
import type { TranscribeBody } from './schemas.ts'

/** The input of the submission task; the token is part of the provider's callback URL, sealed. */
export interface SubmissionInput {
  transcription_id: string
  field: 'video_url' | 'audio_url' | 'asset_id'
  token: string
}

/**
 * Submits a recording for transcription. The task only tracks the submission; the record shows when
 * it is DONE, because an external engine may do the work and call back.
 */
export async function submitTranscription(
  deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'engines' | 'secrets'>,
  actor: Actor,
  body: TranscribeBody,
) {
  requirePermission(actor, 'transcriptions:write')
  const { field, source } = readSource(body)
  if (field === 'asset_id') await requireKnownAsset(deps, actor, field, source)
  const languageCode = body.language_code ?? 'en-US'
  if (languageCode !== 'auto' && !isLanguage(languageCode)) {
    throw invalid('language_code', 'must be a language code such as en-US, or auto')
  }
  const translate = body.translate ?? false
  const provider = await chooseProvider(deps, actor, body.provider)
  if (provider === 'embedded') await requireModel(deps, languageCode, translate)
  else if (translate) throw invalid('translate', 'needs the embedded engine')
  const id = deps.random.uuid()
  const callback = newCallback(deps)
  const at = deps.clock()
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const token = callback.storedToken
    const input: SubmissionInput = { transcription_id: id, field, token }
    const { task_id } = await submitTask(deps, tx, actor, {
      kind: 'transcription-submission',
      lane: 'light',
      input,
      webhookUrl: body.webhook_url,
    })
    await insertTranscription(tx, {
      id,
      workspace_id: actor.workspaceId,
      space_id: actor.spaceId,
      job_status: 'CREATED',
      provider,
      language_code: languageCode,
      translate,
      task_id,
      source,
      ...callback.columns,
      created_by: actor.userId,
      created_at: at,
      updated_at: at,
    })
    await publish(tx, actor, {
      type: 'transcription.submitted',
      object: { type: 'transcription', id },
      data: { provider, language_code: languageCode },
      spaceId: actor.spaceId,
      at,
    })
    return { id, task_id, job_status: 'CREATED' as const }
  })
}

function readSource({ video_url, audio_url, asset_id }: TranscribeBody) {
  const given = Object.entries({ video_url, audio_url, asset_id }).filter(
    ([, source]) => source !== undefined,
  ) as [SubmissionInput['field'], string][]
  const [first] = given
  if (!first || given.length > 1) {
    throw invalid('audio_url', 'send exactly one of video_url, audio_url and asset_id')
  }
  const [field, source] = first
  if (field !== 'asset_id' && !(/^https?:\/\//i.test(source) && URL.canParse(source))) {
    throw invalid(field, 'must be an http or https URL')
  }
  return { field, source }
}

async function chooseProvider(
  deps: Pick<Deps, 'db' | 'config' | 'secrets'>,
  actor: Actor,
  asked: string | undefined,
): Promise<string> {
  if (asked === 'embedded') return asked
  const chosen = await findExternalEngine(deps, actor.workspaceId, 'transcription')
  if (asked === undefined) return chosen?.kind ?? 'embedded'
  if (asked === chosen?.kind) return asked
  const possible = chosen ? `embedded or ${chosen.kind}` : 'embedded'
  throw invalid('provider', `must be ${possible}; choose engines at /api/v1/engines`)
}

/** English always works. Anything else needs weights that only the operator can install. */
async function requireModel(
  { engines }: Pick<Deps, 'engines'>,
  languageCode: string,
  translate: boolean,
): Promise<void> {
  const language = languageCode === 'auto' ? undefined : whisperLanguage(languageCode)
  if (language === 'en' && !translate) return
  if (languageCode !== 'auto' && language === undefined) {
    throw invalid(
      'language_code',
      'the embedded engine does not know this language; choose another engine with PUT /api/v1/engines/transcription',
    )
  }
  if (await engines.isMultilingual()) return
  const field = language === 'en' ? 'translate' : 'language_code'
  throw invalid(
    field,
    'needs a multilingual model, which is not installed; run “atelier models pull whisper-base” on the server, or choose another engine with PUT /api/v1/engines/transcription',
  )
}
