import type { Deps } from '../../deps.ts'
import { spokenLanguageProblem } from '../../engines/speech/language-of-text.ts'
import { type EmbeddedVoice, embeddedVoices } from '../../engines/speech/voices.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import { listVoices } from '../voices/read-voices.ts'

export interface WantedVoice {
  /** An id or name of ours, or a name of the other service. */
  name: string
  /** The other service's names, and our voice files for them. */
  aliases: Readonly<Record<string, string>>
  text: string
}

/**
 * The id of the voice that a client of another service asks for. The voices of those services speak
 * every language, so a text in another language gets a voice of the same gender that speaks it.
 */
export async function findVoice(
  deps: Pick<Deps, 'db' | 'config' | 'models' | 'secrets'>,
  actor: Actor,
  { name, aliases, text }: WantedVoice,
): Promise<string> {
  if (isUuid(name)) return name
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
  if (alias !== undefined) return findSpeaker(text, byFile(alias) as EmbeddedVoice).id
  const embedded = byFile(name.toLowerCase())
  if (embedded) return embedded.id
  if (actor.permissions.has('voices:read')) {
    const named = await listVoices(deps, actor, { voice_name: name })
    const same = named.find((voice) => voice.voice_name.toLowerCase() === name.toLowerCase())
    if (same) return same.id
  }
  throw problem('voice_not_found', {
    detail: 'This voice does not exist. GET /api/v1/voices lists the voices you can use.',
  })
}

function byFile(file: string): EmbeddedVoice | undefined {
  return embeddedVoices.find((voice) => voice.file === file)
}

function findSpeaker(text: string, voice: EmbeddedVoice): EmbeddedVoice {
  if (!spokenLanguageProblem(text, voice.language_code)) return voice
  const speakers = embeddedVoices.filter(
    ({ language_code }) => !spokenLanguageProblem(text, language_code),
  )
  return speakers.find(({ gender }) => gender === voice.gender) ?? speakers[0] ?? voice
}
