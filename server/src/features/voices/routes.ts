import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
import { named } from '../../http/schemas.ts'
import { Submitted } from '../tasks/schemas.ts'
import { createVoice, deleteVoice, updateVoice } from './manage-voices.ts'
import { getVoice, listVoices } from './read-voices.ts'
import { SpeechResult } from './result-schema.ts'
import {
  CreateVoiceBody,
  SpeakBody,
  UpdateVoiceBody,
  Voice,
  VoiceIdParams,
  VoiceListQuery,
} from './schemas.ts'
import { submitSpeech } from './submit-speech.ts'
import { openVoiceSample } from './voice-sample.ts'

const exampleId = '0f6ee6cd-3b1a-5a55-8a64-0d1ed6ee2c43'

const exampleVoice = {
  id: exampleId,
  voice_name: 'Heart',
  gender: 1,
  is_premium: false,
  description: 'Female voice for English (United States), graded A by its authors.',
  supports_instructions: false,
  language_code: 'en-US',
  language_name: 'English (United States)',
  provider: 'embedded',
  published: true,
  sample_url: `http://localhost:4600/api/v1/voices/${exampleId}/sample`,
  ready: true,
}

const voices = resource({
  tag: 'Voices',
  path: '/api/v1/voices',
  read: 'voices:read',
  write: 'voices:write',
  params: VoiceIdParams,
  notFound: 'voice_not_found',
  record: Voice,
  example: { params: { voice_id: exampleId }, record: exampleVoice },
})

export function voiceRoutes() {
  return [
    voices.get('', {
      id: 'listVoices',
      summary: 'List the voices that this workspace can use',
      description: 'Every filter you send applies, even 0 or false.',
      query: VoiceListQuery,
      reply: named('VoiceList', Type.Object({ voices: Type.Array(Voice), count: Type.Integer() })),
      example: {
        query: { language_code: 'en-US' },
        reply: { voices: [exampleVoice], count: 1 },
      },
      handle: async (deps, { actor, query }) => {
        const voices = await listVoices(deps, actor, query)
        return { voices, count: voices.length }
      },
    }),
    voices.create('', {
      id: 'createVoice',
      summary: 'Add a voice to this workspace',
      body: CreateVoiceBody,
      example: {
        body: {
          voice_name: 'House voice',
          gender: 3,
          language_code: 'en-US',
          provider: 'openai',
          engine_voice: 'alloy',
          supports_instructions: true,
        },
        reply: { ...exampleVoice, provider: 'openai', published: false, sample_url: null },
      },
      handle: (deps, { actor, body }) => createVoice(deps, actor, body),
    }),
    voices.get('/{voice_id}', {
      id: 'getVoice',
      hidesScope: true,
      summary: 'Read a voice',
      etag: true,
      handle: (deps, { actor, params }) => getVoice(deps, actor, params.voice_id),
    }),
    voices.patch('/{voice_id}', {
      id: 'updateVoice',
      summary: 'Change a voice of this workspace',
      body: UpdateVoiceBody,
      problems: ['voice_not_yours'],
      example: { body: { description: 'For product films.' } },
      handle: (deps, { actor, params, body }) => updateVoice(deps, actor, params.voice_id, body),
    }),
    voices.delete('/{voice_id}', {
      id: 'deleteVoice',
      summary: 'Delete a voice of this workspace',
      problems: ['voice_not_yours'],
      handle: (deps, { actor, params }) => deleteVoice(deps, actor, params.voice_id),
    }),
    voices.get('/{voice_id}/sample', {
      id: 'getVoiceSample',
      summary: 'Play a sample of an embedded voice',
      description: 'An mp3, created on the first request. Needs no credential.',
      permission: 'public',
      reply: Type.String({ contentMediaType: 'audio/mpeg' }),
      replyTypes: ['audio/mpeg'],
      problems: ['voice_cannot_speak', 'unauthorized'],
      exchange: async (deps, { params }, { reply }) => {
        const { voice_id } = params as { voice_id: string }
        const { stream, bytes } = await openVoiceSample(deps, voice_id)
        return reply
          .headers({
            'content-type': 'audio/mpeg',
            'content-length': bytes,
            'cache-control': 'public, max-age=86400',
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(stream)
      },
    }),
    voices.post('/{voice_id}/translate', {
      id: 'generateAudio',
      aliases: ['/api/v1/voices/{voice_id}/generate'],
      summary: 'Generate speech from text',
      description: 'Returns a task. Its result is an audio asset with the times of its sentences.',
      permission: 'tools:write',
      body: SpeakBody,
      reply: Submitted,
      begins: 'task',
      result: SpeechResult,
      example: {
        body: { text: 'Our spring sale starts on May 3rd.', output_format: 'mp3' },
        reply: { task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64' },
      },
      handle: (deps, { actor, params, body }) => submitSpeech(deps, actor, params.voice_id, body),
    }),
  ]
}
