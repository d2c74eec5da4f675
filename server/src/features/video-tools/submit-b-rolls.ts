import type { Deps } from '../../deps.ts'
import { whisperLanguage } from '../../engines/transcription/whisper/token-ids.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import type { AddBRollsBody } from './schemas.ts'
import { submitVideoTool } from './submit-video-tool.ts'

/** The embedded engine transcribes the video, because the task needs the time of every word. */
export async function submitBRolls(
  deps: Deps,
  actor: Actor,
  body: AddBRollsBody,
): Promise<{ task_id: string }> {
  const { media_url, asset, language_code = 'en-US', should_export: _, ...rest } = body
  if ((media_url === undefined) === (asset === undefined)) {
    throw invalid('media_url', 'send either this or asset')
  }
  const language = whisperLanguage(language_code.replace('_', '-'))
  const isKnown = language !== undefined && (await deps.engines.isMultilingual())
  if (language !== 'en' && !isKnown) {
    throw invalid(
      'language_code',
      'must be English. Other languages need a multilingual model: run “atelier models pull whisper-base” on the server',
    )
  }
  const field = asset === undefined ? 'media_url' : 'asset'
  const source = asset ?? media_url ?? ''
  const input = { ...rest, [field]: source, video_url: source, language }
  return submitVideoTool(deps, actor, 'add-b-rolls-video', input, [[field, source]])
}
