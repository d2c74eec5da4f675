import type { Deps } from '../../deps.ts'
import { type EmbeddedVoice, embeddedVoices } from '../../engines/speech/voices.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { addedVoice, addedVoices, type VoiceRow } from './queries.ts'
import type { Voice, VoiceListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'models' | 'secrets'>

/** A voice and its engine. */
export interface KnownVoice {
  voice: Voice
  engine: 'embedded' | 'openai'
  engineVoice: string
}

/** The embedded voices, the workspace's own, and those that other workspaces published. */
export async function listVoices(
  deps: Needs,
  actor: Actor,
  query: VoiceListQuery,
): Promise<Voice[]> {
  requirePermission(actor, 'voices:read')
  const added = await addedVoices(deps.db.workspace(actor.workspaceId), actor)
  const readiness = await readReadiness(deps, actor.workspaceId)
  const all = [
    ...embeddedVoices.map((voice) => presentEmbedded(deps, voice, readiness)),
    ...added.map((row) => present(row, readiness)),
  ]
  return all.filter((voice) => matches(voice, query))
}

export async function getVoice(deps: Needs, actor: Actor, id: string): Promise<Voice> {
  requirePermission(actor, 'voices:read')
  return (await requireVoice(deps, actor, id)).voice
}

/** An unpublished voice of another workspace or teamspace counts as not found. */
export async function requireVoice(deps: Needs, actor: Actor, id: string): Promise<KnownVoice> {
  const readiness = await readReadiness(deps, actor.workspaceId)
  const embedded = embeddedVoices.find((voice) => voice.id === id.toLowerCase())
  if (embedded) {
    const voice = presentEmbedded(deps, embedded, readiness)
    return { voice, engine: 'embedded', engineVoice: embedded.file }
  }
  const row = await addedVoice(deps.db.workspace(actor.workspaceId), actor, id)
  if (!row) throw problem('voice_not_found')
  return { voice: present(row, readiness), engine: row.engine, engineVoice: row.engine_voice }
}

export interface Readiness {
  embedded: boolean
  openai: boolean
}

/** Whether the voices of each provider can speak right away. */
export async function readReadiness(deps: Needs, workspaceId: number): Promise<Readiness> {
  const [embedded, settings] = await Promise.all([
    deps.models.isReady('kokoro'),
    findExternalEngine(deps, workspaceId, 'speech'),
  ])
  return { embedded, openai: settings !== undefined }
}

export function present(row: VoiceRow, readiness: Readiness): Voice {
  const { workspace_id: _, space_id: _s, engine, engine_voice: __, ...shown } = row
  return {
    ...shown,
    provider: engine,
    ready: readiness[engine],
    language_name: languageName(row.language_code),
    sample_url: null,
  }
}

function presentEmbedded(
  { config }: Pick<Deps, 'config'>,
  voice: EmbeddedVoice,
  { embedded: ready }: Readiness,
): Voice {
  const { file: _, ...shown } = voice
  return {
    ...shown,
    provider: 'embedded',
    published: true,
    ready,
    sample_url: `${config.publicUrl}/api/v1/voices/${voice.id}/sample`,
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function languageName(code: string): string {
  return languageNames.of(code) ?? code
}

/** A given filter applies even if it is 0, false or empty. */
function matches(voice: Voice, query: VoiceListQuery): boolean {
  const { language_code: code, gender, is_premium, provider, search } = query
  if (code !== undefined && !sameLanguage(voice.language_code, code)) return false
  if (gender !== undefined && voice.gender !== gender) return false
  if (is_premium !== undefined && voice.is_premium !== is_premium) return false
  if (provider !== undefined && !equal(voice.provider, provider)) return false
  if (query.voice_name !== undefined && !contains(voice.voice_name, query.voice_name)) return false
  if (query.language_name !== undefined && !contains(voice.language_name, query.language_name)) {
    return false
  }
  const { voice_name, language_code, language_name, description } = voice
  const words = [voice_name, language_code, language_name, description].join('\n')
  return search === undefined || contains(words, search)
}

/** `en` matches every English variant. */
function sameLanguage(code: string, wanted: string): boolean {
  return equal(code, wanted) || code.toLowerCase().startsWith(`${wanted.toLowerCase()}-`)
}

function equal(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
