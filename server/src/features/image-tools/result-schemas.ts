import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { madeFile, toolFacts } from '../tasks/result-schemas.ts'

const MadeImage = named(
  'MadeImage',
  Type.Object({
    ...madeFile,
    width: Type.Integer(),
    height: Type.Integer(),
    seed: Type.Optional(
      Type.Integer({ description: 'Repeats the same image. Only of tools that generate.' }),
    ),
  }),
)

const imageToolResult = {
  result: Type.Array(MadeImage),
  url: Type.String({ description: 'URL of the first image.' }),
  image_url: Type.String({ description: 'The image that you sent.' }),
  ...toolFacts,
  engine: Type.Object({
    name: Type.String(),
    version: Type.String(),
    prompt_applied: Type.Boolean({ description: 'Whether the engine used your prompt.' }),
  }),
}

/** The result of a task of every image tool. */
export const ImageToolResult = named('ImageToolResult', Type.Object(imageToolResult))

/** Tools that separate the subject from its background also report where it is. */
export const CutOutResult = named(
  'CutOutResult',
  Type.Object({
    ...imageToolResult,
    foreground: Type.Object(
      {
        left: Type.Integer(),
        top: Type.Integer(),
        width: Type.Integer(),
        height: Type.Integer(),
      },
      { description: 'The box around the subject, in pixels.' },
    ),
    alpha_coverage: Type.Number({ description: 'The share of the image that the subject covers.' }),
  }),
)
