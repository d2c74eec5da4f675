import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import { FilePart, TextPart } from '../form-schemas.ts'
import { waitingProblems } from '../waiting-problems.ts'
import { editImage } from './edit-image.ts'
import { GenerateBody, generateImage } from './generate-image.ts'
import { ImagesReply } from './send-images.ts'
import { openAi } from './shared.ts'
import { varyImage } from './vary-image.ts'

const exampleImages = {
  created: 1_794_787_200,
  data: [{ b64_json: 'iVBORw0KGgo…' }],
  output_format: 'png',
  size: '1024x1024',
}

export function imageRoutes(): Operation[] {
  return [
    operation({
      ...openAi,
      id: 'openAiEditImage',
      method: 'POST',
      path: '/v1/images/edits',
      summary: 'Fill a part of an image, like OpenAI',
      description:
        'The transparent part of `mask`, or of the image itself, is generated. The result has the size of the image. The embedded engine continues the surroundings and reads no prompt. See docs/drop-in/openai.md.',
      permission: 'tools:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            image: FilePart,
            mask: Type.Optional(FilePart),
            prompt: Type.Optional(TextPart),
            n: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
            response_format: Type.Optional(Type.Enum(['url', 'b64_json'])),
            output_format: Type.Optional(Type.Enum(['png', 'jpeg', 'webp'])),
          }),
        },
      },
      reply: ImagesReply,
      problems: [...waitingProblems, 'validation_failed', 'body_too_large', 'model_not_found'],
      example: { reply: exampleImages },
      exchange: editImage,
    }),
    operation({
      ...openAi,
      id: 'openAiGenerateImage',
      method: 'POST',
      path: '/v1/images/generations',
      summary: 'Generate images, like OpenAI',
      description:
        'Needs an external engine: `PUT /api/v1/engines/images`. Without one, the error lists the engines that you can connect.',
      permission: 'tools:write',
      body: GenerateBody,
      reply: ImagesReply,
      problems: [...waitingProblems, 'engine_needed', 'model_not_found'],
      example: {
        body: { prompt: 'A lighthouse at dawn', size: '1024x1024' },
        reply: exampleImages,
      },
      exchange: generateImage,
    }),
    operation({
      ...openAi,
      id: 'openAiCreateImageVariation',
      method: 'POST',
      path: '/v1/images/variations',
      summary: 'Create variations of an image, like OpenAI',
      description:
        'Needs an external engine: `PUT /api/v1/engines/images`. Without one, the error lists the engines that you can connect.',
      permission: 'tools:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            image: FilePart,
            n: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
            size: Type.Optional(TextPart),
            response_format: Type.Optional(Type.Enum(['url', 'b64_json'])),
          }),
        },
      },
      reply: ImagesReply,
      problems: [
        ...waitingProblems,
        'engine_needed',
        'validation_failed',
        'body_too_large',
        'model_not_found',
      ],
      example: { reply: exampleImages },
      exchange: varyImage,
    }),
  ]
}
