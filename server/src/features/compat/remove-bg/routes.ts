import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import { named } from '../../../http/schemas.ts'
import { FilePart, TextPart } from '../form-schemas.ts'
import { sendJson } from '../json.ts'
import { waitingProblems } from '../waiting-problems.ts'
import { removeBgErrors } from './errors.ts'
import { removeBg } from './remove-bg.ts'

export const removeBgLayer = {
  tag: 'remove.bg',
  keyPlaces: ['x-api-key'],
  errorFormat: removeBgErrors,
} as const

const texts = Object.fromEntries(
  [
    ...['image_file_b64', 'image_url', 'size', 'type', 'format', 'crop', 'crop_margin', 'roi'],
    ...['scale', 'position', 'bg_color', 'bg_image_url', 'channels', 'add_shadow'],
  ].map((name) => [name, Type.Optional(TextPart)]),
)
const Files = Type.Object({
  image_file: Type.Optional(FilePart),
  bg_image_file: Type.Optional(FilePart),
  ...texts,
})
const Texts = Type.Object(texts)

const Account = named(
  'RemoveBgAccount',
  Type.Object({
    data: Type.Object({
      attributes: Type.Object({
        credits: Type.Object({
          total: Type.Integer(),
          subscription: Type.Integer(),
          payg: Type.Integer(),
          enterprise: Type.Integer(),
        }),
        api: Type.Object({ free_calls: Type.Integer(), sizes: Type.String() }),
      }),
    }),
  }),
)

/** Nothing costs credits here. Programs stop at zero, so there are always some. */
const account = {
  data: {
    attributes: {
      credits: { total: 1_000_000, subscription: 0, payg: 1_000_000, enterprise: 0 },
      api: { free_calls: 1_000_000, sizes: 'all' },
    },
  },
}

export function removeBgRoutes(): Operation[] {
  return [
    operation({
      ...removeBgLayer,
      id: 'removeBg',
      method: 'POST',
      path: '/v1.0/removebg',
      summary: 'Remove the background of an image, like remove.bg',
      description:
        'Waits for the result and answers with its bytes, or with JSON if you accept `application/json`. The header `Ignored-Fields` lists parameters without effect. See docs/drop-in/remove-bg.md.',
      permission: 'tools:write',
      takes: {
        'multipart/form-data': { schema: Files },
        'application/x-www-form-urlencoded': { schema: Texts },
        'application/json': { schema: Texts },
      },
      reply: Type.String({ contentMediaType: 'image/png' }),
      replyTypes: ['image/png', 'image/jpeg', 'image/webp'],
      problems: [
        ...waitingProblems,
        'validation_failed',
        'malformed_json',
        'body_too_large',
        'unsupported_media_type',
      ],
      example: { reply: '…' },
      exchange: removeBg,
    }),
    operation({
      ...removeBgLayer,
      id: 'getRemoveBgAccount',
      method: 'GET',
      path: '/v1.0/account',
      summary: 'Read the account, like remove.bg',
      description: 'Nothing costs credits here, so the numbers never change.',
      permission: 'any credential',
      reply: Account,
      example: { reply: account },
      exchange: async (_deps, _call, { reply }) => sendJson(reply, account),
    }),
  ]
}
