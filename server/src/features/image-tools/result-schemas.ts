import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { madeFile, toolFacts } from '../tasks/result-schemas.ts'

const box = {
  left: Type.Integer(),
  top: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
}

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
    foreground: Type.Object(box, { description: 'The box around the subject, in pixels.' }),
    alpha_coverage: Type.Number({ description: 'The share of the image that the subject covers.' }),
  }),
)

const Corner = Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })

const TextLine = named(
  'TextLine',
  Type.Object({
    text: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    box: Type.Object(box, { description: 'In pixels of the upright image.' }),
    corners: Type.Array(Corner, {
      description: 'Four `[x, y]`, clockwise from the start of the upper edge of the line.',
    }),
    angle: Type.Number({ description: 'Degrees, clockwise. 0 for level text.' }),
  }),
)

/** Facts of every tool that looks at an image and stores no file. */
const readerResult = {
  width: Type.Integer(),
  height: Type.Integer(),
  image_url: imageToolResult.image_url,
  engine: Type.Object({ name: Type.String(), version: Type.String() }),
  warnings: toolFacts.warnings,
  timings: toolFacts.timings,
}

export const ReadTextResult = named(
  'ReadTextResult',
  Type.Object({
    text: Type.String({ description: 'All lines, one per row. Empty if there is no text.' }),
    lines: Type.Array(TextLine, { description: 'In reading order, column by column.' }),
    ...readerResult,
  }),
)
