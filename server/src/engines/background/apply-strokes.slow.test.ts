import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { cutOutSubject } from './cut-out-subject.ts'
import type { Models } from './segment.ts'
import type { Refinement } from './strokes.ts'
import { drawScene, keyModels, type Scene, toImage } from './test-scenes.ts'

const folder = useFolder()
const [width, height] = [600, 400]
const grain = `<filter id="grain" x="0" y="0" width="100%" height="100%">
    <feTurbulence type="fractalNoise" baseFrequency="0.2" numOctaves="2" seed="5"/>
    <feColorMatrix values="0.1 0 0 0 0  0 0.1 0 0 0.7  0 0 0.1 0 0.1  0 0 0 0 1"/>
  </filter>`
/** The model takes red for the subject: it misses the green arms and keeps the red crate. */
const svg = `<circle cx="300" cy="200" r="90" fill="#d81828"/>
  <path d="M215 190 L80 150 L70 180 L215 225 Z M385 190 L520 150 L530 180 L385 225 Z" fill="#009000"/>
  <rect x="40" y="300" width="90" height="70" fill="#d83018"/>`

const arm = { x: 140, y: 185 }
const otherArm = { x: 460, y: 185 }
const ball = { x: 300, y: 200 }
const crate = { x: 120, y: 360 }

let models: Models
let scene: Scene
let before: Buffer

beforeAll(async () => {
  models = await keyModels(folder)
  const background = `${grain}<rect width="100%" height="100%" filter="url(#grain)"/>`
  scene = await drawScene(width, height, svg, background)
  before = await alphaAfter(undefined)
})

async function cut(refine: Refinement | undefined) {
  const image = await toImage(scene).png().toBuffer()
  return cutOutSubject({ image, refine }, { models, threads: 2 })
}

async function alphaAfter(refine: Refinement | undefined): Promise<Buffer> {
  return sharp((await cut(refine)).bytes)
    .extractChannel('alpha')
    .raw()
    .toBuffer()
}

const at = (alpha: Uint8Array, { x, y }: { x: number; y: number }) => alpha[y * width + x]

/** The mean difference from the drawing in columns `left` to `right` and rows up to `bottom`. */
function measureError(alpha: Uint8Array, left: number, right: number, bottom = 280): number {
  let sum = 0
  for (let y = 0; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      sum += Math.abs((at(alpha, { x, y }) ?? 0) - (at(scene.alpha, { x, y }) ?? 0))
    }
  }
  return sum / ((right - left) * bottom * 255)
}

const columns = (alpha: Buffer, left: number, right: number) =>
  sharp(alpha, { raw: { width, height, channels: 1 } })
    .extract({ left, top: 0, width: right - left, height })
    .raw()
    .toBuffer()

test('a stroke brings back the whole arm, a dot removes the whole crate, the rest stays', async () => {
  expect([at(before, arm), at(before, otherArm), at(before, crate)]).toEqual([0, 0, 255])
  expect(measureError(before, 0, 210)).toBeGreaterThan(0.05)
  const after = await alphaAfter({
    keep: [
      {
        points: [
          [110, 170],
          [130, 177],
        ],
        width: 6,
      },
    ],
    remove: [{ points: [[80, 330]], width: 8 }],
  })
  expect([at(after, arm), at(after, otherArm), at(after, ball)]).toEqual([255, 0, 255])
  expect(measureError(after, 0, 210)).toBeLessThan(0.005)
  for (let y = 290; y < height; y++) expect(at(after, { x: 85, y })).toBe(0)
  expect(await columns(after, 330, width)).toEqual(await columns(before, 330, width))
})

test('strokes are in pixels of the upright image, however the camera was held', async () => {
  const refine: Refinement = { remove: [{ points: [[85, 335]], width: 8 }] }
  const turned = await toImage(scene).rotate(-90).toBuffer()
  const raw = { width: height, height: width, channels: 3 as const }
  const image = await sharp(turned, { raw })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { bytes } = await cutOutSubject({ image, refine }, { models, threads: 2 })
  const { data, info } = await sharp(bytes)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([width, height])
  expect([at(data, crate), at(data, ball)]).toEqual([0, 255])
})

test('between two strokes on one colour, the nearer one wins; remove wins where they cross', async () => {
  const keep = [
    {
      points: [
        [300, 140],
        [300, 200],
      ] as [number, number][],
      width: 10,
    },
  ]
  const remove = [
    {
      points: [
        [270, 180],
        [330, 180],
      ] as [number, number][],
      width: 10,
    },
  ]
  const after = await alphaAfter({ keep, remove })
  expect(at(after, { x: 300, y: 180 })).toBe(0)
  expect([at(after, { x: 300, y: 125 }), at(after, { x: 330, y: 190 })]).toEqual([255, 0])
})

test('without a subject, only the strokes to keep count', async () => {
  const grey = { create: { width: 300, height: 200, channels: 3, background: '#888' } } as const
  const patch = sharp({ create: { ...grey.create, width: 80, height: 60, background: '#444' } })
  const image = await sharp(grey)
    .composite([{ input: await patch.png().toBuffer(), left: 100, top: 70 }])
    .png()
    .toBuffer()
  const run = (refine: Refinement) => cutOutSubject({ image, refine }, { models, threads: 2 })
  const remove: Refinement['remove'] = [{ points: [[1, 1]] }]
  await expect(run({ remove })).rejects.toMatchObject({ code: 'no_subject_found' })
  const keep: Refinement['keep'] = [{ points: [[140, 100]] }, { points: [[130, 2900]] }]
  const { foreground, warnings } = await run({ keep })
  expect(warnings).toEqual([
    'no subject was found, so only the strokes to keep count',
    'strokes outside the image, without effect: 1',
  ])
  for (const [side, pixels] of Object.entries({ left: 100, top: 70, width: 80, height: 60 })) {
    expect(Math.abs(foreground[side as 'left'] - pixels), side).toBeLessThanOrEqual(2)
  }
})
