import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { named } from '../../../http/schemas.ts'
import { getVoice, listVoices } from '../../voices/read-voices.ts'
import type { Voice } from '../../voices/schemas.ts'
import { findVoice } from '../find-voice.ts'
import { sendJson } from '../json.ts'
import type { VoiceParams } from './speak.ts'
import { elevenLabsVoices } from './voices.ts'

export const ElevenLabsVoice = named(
  'ElevenLabsVoice',
  Type.Object({
    voice_id: Type.String(),
    name: Type.String(),
    category: Type.Enum(['premade', 'professional']),
    labels: Type.Record(Type.String(), Type.String()),
    description: Type.String(),
    preview_url: Type.Union([Type.String(), Type.Null()]),
    is_owner: Type.Boolean(),
  }),
)

type AnyCall = Call<unknown, unknown, unknown>

export async function listElevenLabsVoices(
  deps: Deps,
  { actor }: AnyCall,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const voices = (await listVoices(deps, actor, {})).map(presentVoice)
  const page = { voices, has_more: false, total_count: voices.length, next_page_token: null }
  return sendJson(reply, page)
}

export async function getElevenLabsVoice(
  deps: Deps,
  { actor, params }: AnyCall,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const { voice_id } = params as Static<typeof VoiceParams>
  const wanted = { name: voice_id, aliases: elevenLabsVoices, text: '' }
  const voice = await getVoice(deps, actor, await findVoice(deps, actor, wanted))
  const body = { ...presentVoice(voice), voice_id }
  return sendJson(reply, body)
}

const genders = { 0: 'male', 1: 'female', 3: 'neutral' }

function presentVoice(voice: Voice): Static<typeof ElevenLabsVoice> {
  return {
    voice_id: voice.id,
    name: voice.voice_name,
    category: voice.provider === 'embedded' ? 'premade' : 'professional',
    labels: {
      gender: genders[voice.gender],
      language: voice.language_code.split('-')[0] ?? voice.language_code,
      accent: voice.language_name,
    },
    description: voice.description,
    preview_url: voice.sample_url,
    is_owner: !voice.published,
  }
}
