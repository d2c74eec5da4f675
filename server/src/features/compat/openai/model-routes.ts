import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import { named } from '../../../http/schemas.ts'
import { elevenLabsModels } from '../elevenlabs/models.ts'
import { sendJson } from '../json.ts'
import { Model, modelById, openAiModels } from './models.ts'
import { openAi } from './shared.ts'

export function modelRoutes(): Operation[] {
  return [
    operation({
      ...openAi,
      id: 'openAiListModels',
      method: 'GET',
      path: '/v1/models',
      keyPlaces: ['bearer', 'xi-api-key'],
      summary: 'List models, like OpenAI and ElevenLabs',
      description:
        'With the header `xi-api-key`, the answer is ElevenLabs’ list of models: both services have this path.',
      permission: 'any credential',
      reply: named(
        'OpenAiModelList',
        Type.Object({ object: Type.Enum(['list']), data: Type.Array(Model) }),
      ),
      example: { reply: { object: 'list', data: [openAiModels[1]] } },
      exchange: async (_deps, _call, { request, reply }) => {
        const isElevenLabs = request.headers['xi-api-key'] !== undefined
        const list = isElevenLabs ? elevenLabsModels : { object: 'list', data: openAiModels }
        return sendJson(reply, list)
      },
    }),
    operation({
      ...openAi,
      id: 'openAiGetModel',
      method: 'GET',
      path: '/v1/models/{model}',
      summary: 'Read a model, like OpenAI',
      permission: 'any credential',
      params: Type.Object({ model: Type.String({ maxLength: 100, description: 'Its name.' }) }),
      reply: Model,
      notFound: 'model_not_found',
      example: { params: { model: 'tts-1' }, reply: openAiModels[1] },
      exchange: async (_deps, { params }, { reply }) => {
        const model = modelById(params.model)
        return sendJson(reply, model)
      },
    }),
  ]
}
