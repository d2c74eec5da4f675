import type { Deps } from '../../deps.ts'
import type { WrittenFormat } from '../../engines/media/audio-writer.ts'
import { spokenLanguageProblem } from '../../engines/speech/language-of-text.ts'
import { embeddedVoices } from '../../engines/speech/voices.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { requireVoice } from './read-voices.ts'
import type { SpeakBody, Voice } from './schemas.ts'

/** The input of the task: the voice is resolved at submission, not when the task runs. */
export interface SpeechInput extends Omit<SpeakBody, 'webhook_url'> {
  voice: Pick<Voice, 'id' | 'voice_name' | 'supports_instructions'>
  engine: 'embedded' | 'openai'
  engine_voice: string
  encoding?: SpeechEncoding
  /** Someone listens while the task runs. */
  streamed?: true
}

/** For clients of services whose formats name a rate; otherwise the engine's own rate is kept. */
export interface SpeechEncoding {
  format: WrittenFormat
  sampleRate: number
  bitRate?: number
}

/** Submits a text for speech; returns a task. */
export async function submitSpeech(
  deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'models' | 'secrets'>,
  actor: Actor,
  voiceId: string,
  { webhook_url, ...body }: SpeakBody,
  { encoding, streamed }: Pick<SpeechInput, 'encoding' | 'streamed'> = {},
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  const { voice, engine, engineVoice } = await requireVoice(deps, actor, voiceId)
  if (body.text.trim() === '') throw invalid('text', 'contains nothing to speak')
  if (engine === 'embedded') requireLanguage(body, voice)
  const { id, voice_name, supports_instructions } = voice
  const input: SpeechInput = {
    ...body,
    voice: { id, voice_name, supports_instructions },
    engine,
    engine_voice: engineVoice,
    ...(encoding && { encoding }),
    ...(streamed && { streamed }),
  }
  const lane = engine === 'embedded' ? 'heavy' : 'light'
  return deps.db.transaction(actor.workspaceId, (tx) =>
    submitTask(deps, tx, actor, { kind: 'speech', lane, input, webhookUrl: webhook_url }),
  )
}

/** SSML elements are not spoken. */
function requireLanguage({ text, use_ssml }: SpeakBody, voice: Voice): void {
  const spoken = use_ssml ? text.replaceAll(/<[^<>]*>/g, ' ') : text
  const trouble = spokenLanguageProblem(spoken, voice.language_code)
  if (!trouble) return
  const others = embeddedVoices.filter(
    ({ language_code }) => !spokenLanguageProblem(spoken, language_code),
  )
  const named = others.slice(0, 5).map(({ voice_name, language_code, id }) => {
    return `${voice_name} (${language_code}, ${id})`
  })
  const advice =
    named.length > 0 ? `these voices do: ${named.join(', ')}` : 'no embedded voice speaks it'
  throw invalid(
    'text',
    `looks like ${trouble.detected}, which ${voice.voice_name} (${voice.language_code}) does not speak; ${advice}`,
  )
}
