import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { madeFile, toolFacts } from '../tasks/result-schemas.ts'

const box = {
  left: Type.Integer(),
  top: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
}

const ImageChecks = named(
  'ImageChecks',
  Type.Object(
    {
      alpha_coverage: Type.Number({ description: 'Visible share. 1 without transparency.' }),
      dominant_colors: Type.Array(Type.Object({ color: Type.String(), share: Type.Number() }), {
        description: 'Up to five, such as #f4efe6, by their share of what is visible.',
      }),
      sharpness: Type.Union([Type.Number(), Type.Null()], {
        description: '0 to 1. Null if the image is small or has no edges.',
      }),
      is_blurred: Type.Boolean(),
      new_area: Type.Optional(
        Type.Object(
          {
            score: Type.Number({
              description: '0 to 1. 0 if nothing looks unlike the image next to it.',
            }),
            candidates: Type.Integer({ description: 'How many images were made to choose from.' }),
          },
          { description: 'Only of images that the embedded engine extended or filled.' },
        ),
      ),
      faces: Type.Optional(
        Type.Object(
          { count: Type.Integer(), cut_off: Type.Integer() },
          { description: 'Only if you asked for it. `cut_off` counts faces that the edge cuts.' },
        ),
      ),
      text: Type.Optional(
        Type.Object(
          { count: Type.Integer(), content: Type.String() },
          { description: 'Only if you asked for it.' },
        ),
      ),
    },
    { description: 'Facts about the image that a program can act on.' },
  ),
)

const MadeImage = named(
  'MadeImage',
  Type.Object({
    ...madeFile,
    width: Type.Integer(),
    height: Type.Integer(),
    seed: Type.Optional(
      Type.Integer({ description: 'Repeats the same image. Only of tools that generate.' }),
    ),
    checks: Type.Optional(ImageChecks),
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

const Place = Type.Array(Type.Integer(), {
  minItems: 2,
  maxItems: 2,
  description: '`[x, y]` in pixels.',
})

const Face = named(
  'Face',
  Type.Object({
    score: Type.Number({ minimum: 0, maximum: 1 }),
    box: Type.Object(box, { description: 'In pixels of the upright image.' }),
    landmarks: Type.Object(
      {
        left_eye: Place,
        right_eye: Place,
        nose: Place,
        mouth_left: Place,
        mouth_right: Place,
      },
      { description: 'Left and right as seen in the image.' },
    ),
    is_cut_off: Type.Boolean({ description: 'Whether the edge of the image cuts the face.' }),
  }),
)

const faces = Type.Array(Face, { description: 'The largest first.' })

export const FindFacesResult = named(
  'FindFacesResult',
  Type.Object({ count: Type.Integer(), faces, ...readerResult }),
)

export const BlurFacesResult = named('BlurFacesResult', Type.Object({ ...imageToolResult, faces }))

export const SmartCropResult = named(
  'SmartCropResult',
  Type.Object({
    ...imageToolResult,
    crop: Type.Object(box, { description: 'The part that was kept, in pixels of the original.' }),
    focus: Type.Enum(['faces', 'subject', 'centre'], {
      description: 'What the crop was placed around.',
    }),
  }),
)
