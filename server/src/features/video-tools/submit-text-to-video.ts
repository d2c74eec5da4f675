import type { Deps } from '../../deps.ts'
import { embeddedVoices } from '../../engines/speech/voices.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { requireVoice } from '../voices/read-voices.ts'
import { cutIntoScenes, maxScenes } from './plan-script.ts'
import type { TextToVideoBody } from './schemas.ts'
import { submitVideoTool } from './submit-video-tool.ts'

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'models' | 'secrets'>

/** The description is the script. Writing one would need a language model. */
export async function submitTextToVideo(
  deps: Needs,
  actor: Actor,
  kind: 'text-to-video' | 'script-to-video',
  { should_export: _, ...body }: TextToVideoBody,
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  const { description = '', voice_id, language_code = 'en-US' } = body.payload
  const scenes = cutIntoScenes(description)
  if (scenes.length === 0) throw scriptNeeded(kind)
  if (scenes.length > maxScenes) {
    throw invalid(
      'payload.description',
      `has ${scenes.length} scenes; at most ${maxScenes} are possible`,
    )
  }
  const voiceId = voice_id ?? findVoice(language_code)
  if (voice_id !== undefined) {
    const { engine } = await requireVoice(deps, actor, voice_id)
    if (engine !== 'embedded') {
      throw invalid('payload.voice_id', 'must be an embedded voice: others return no times')
    }
  }
  return submitVideoTool(deps, actor, kind, { ...body, voice_id: voiceId }, [])
}

/** The first voice of the same region, or of the same language. */
function findVoice(languageCode: string): string | undefined {
  const wanted = languageCode.replace('_', '-').toLowerCase()
  const [language] = wanted.split('-')
  const exact = embeddedVoices.find(({ language_code }) => language_code.toLowerCase() === wanted)
  const near = embeddedVoices.find(({ language_code }) => language_code.startsWith(`${language}-`))
  return (exact ?? near)?.id
}

function scriptNeeded(kind: string) {
  if (kind === 'script-to-video') return invalid('payload.description', 'must contain the script')
  return problem('engine_needed', {
    detail:
      'Writing a script from a title or keywords needs a language model, and none can be connected here. Send the text to speak in payload.description.',
  })
}
