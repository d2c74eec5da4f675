import type { Deps } from '../../deps.ts'
import { embeddedVoices } from '../../engines/speech/voices.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { isLanguage } from '../../lib/zones.ts'
import { publish } from '../events/publish.ts'
import { addedVoice, changeVoice, insertVoice, removeVoice, type VoiceRow } from './queries.ts'
import { present, readReadiness, requireVoice } from './read-voices.ts'
import type { CreateVoiceBody, UpdateVoiceBody, Voice } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'models' | 'secrets'>

/** Adds a voice to the workspace: one of its selected engine, or a renamed embedded one. */
export async function createVoice(
  deps: Needs,
  actor: Actor,
  { provider, ...body }: CreateVoiceBody,
): Promise<Voice> {
  requirePermission(actor, 'voices:write')
  const voice: VoiceRow = {
    description: '',
    is_premium: false,
    supports_instructions: false,
    published: false,
    ...body,
    voice_name: body.voice_name.trim(),
    engine: provider,
    id: deps.random.uuid(),
    workspace_id: actor.workspaceId,
    space_id: actor.spaceId,
  }
  check(actor, voice)
  return save(deps, actor, 'voice.created', voice, (tx, at) =>
    insertVoice(tx, voice, actor.userId, at),
  )
}

export async function updateVoice(
  deps: Needs,
  actor: Actor,
  id: string,
  changes: UpdateVoiceBody,
): Promise<Voice> {
  requirePermission(actor, 'voices:write')
  const voice = { ...(await requireOwn(deps, actor, id)), ...changes }
  check(actor, voice)
  return save(deps, actor, 'voice.updated', voice, (tx, at) => changeVoice(tx, voice, at))
}

export async function deleteVoice(deps: Needs, actor: Actor, id: string): Promise<null> {
  requirePermission(actor, 'voices:write')
  const voice = await requireOwn(deps, actor, id)
  await save(deps, actor, 'voice.deleted', voice, (tx) => removeVoice(tx, actor.workspaceId, id))
  return null
}

type Write = (tx: Parameters<typeof insertVoice>[0], at: Date) => Promise<void>

async function save(
  deps: Needs,
  actor: Actor,
  type: 'voice.created' | 'voice.updated' | 'voice.deleted',
  voice: VoiceRow,
  write: Write,
): Promise<Voice> {
  const at = deps.clock()
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    await write(tx, at)
    const data = { voice_name: voice.voice_name, published: voice.published }
    const object = { type: 'voice', id: voice.id }
    await publish(tx, actor, { type, object, data, at, spaceId: voice.space_id })
  })
  return present(voice, await readReadiness(deps, actor.workspaceId))
}

/** Everyone may use an embedded or published voice; only its workspace can change it. */
async function requireOwn(deps: Needs, actor: Actor, id: string): Promise<VoiceRow> {
  await requireVoice(deps, actor, id)
  const voice = await addedVoice(deps.db.workspace(actor.workspaceId), actor, id)
  if (voice?.workspace_id === actor.workspaceId) return voice
  throw problem('voice_not_yours')
}

/** Publishing adds a voice to everyone's list, so it requires an administrator. */
function check(actor: Actor, voice: VoiceRow): void {
  if (voice.published) requirePermission(actor, 'workspaces:write')
  if (!isLanguage(voice.language_code)) {
    throw invalid('language_code', 'must be a language code such as en-US')
  }
  if (voice.engine !== 'embedded') return
  const known = embeddedVoices.find(({ file }) => file === voice.engine_voice)
  if (!known) throw invalid('engine_voice', 'must be the name of an embedded voice, like af_heart')
  if (known.language_code.split('-')[0] !== voice.language_code.split('-')[0]) {
    throw invalid('language_code', `${voice.engine_voice} speaks ${known.language_name}`)
  }
  if (voice.supports_instructions) {
    throw invalid('supports_instructions', 'embedded voices do not follow instructions')
  }
}
