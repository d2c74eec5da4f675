import { describe, expect, test } from 'vitest'
import type { RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { type Extent, planCanvas } from './plan-canvas.ts'

const image = { width: 6, height: 4 }

/** A mask from a drawing: # white, . black, o grey 200, x red (all opaque), _ transparent. */
function buildMask(...rows: string[]): RawImage {
  const colours: Record<string, number[]> = {
    '#': [255, 255, 255, 255],
    '.': [0, 0, 0, 255],
    o: [200, 200, 200, 255],
    '-': [127, 127, 127, 255],
    '+': [128, 128, 128, 255],
    x: [40, 0, 0, 255],
    _: [0, 0, 0, 0],
  }
  const values = rows.flatMap((row) => [...row].flatMap((letter) => colours[letter] ?? []))
  const pixels = Uint8Array.from(values)
  return { width: rows[0]?.length ?? 0, height: rows.length, channels: 4, pixels }
}

function drawing(extent: Extent): string[] {
  const plan = planCanvas(image, extent)
  return Array.from({ length: plan.height }, (_, y) =>
    Array.from(plan.mask.subarray(y * plan.width, (y + 1) * plan.width), (value) =>
      value === 255 ? '#' : value === 0 ? '.' : '?',
    ).join(''),
  )
}

function catchPlanError(extent: Extent): EngineError {
  try {
    planCanvas(image, extent)
  } catch (error) {
    if (error instanceof EngineError) return error
  }
  throw new Error('no EngineError was thrown')
}

describe('extend', () => {
  test('adds pixels at each side and keeps the image', () => {
    expect(planCanvas(image, { extend: { left: 2, bottom: 1 } })).toMatchObject({
      width: 8,
      height: 5,
      left: 2,
      top: 0,
    })
    expect(drawing({ extend: { left: 2, bottom: 1 } })).toEqual([
      '##......',
      '##......',
      '##......',
      '##......',
      '########',
    ])
  })

  test.each([
    [{ extend: {} }, 'nothing_to_generate', 'extend'],
    [{ extend: { left: 0, top: 0 } }, 'nothing_to_generate', 'extend'],
    [{ extend: { left: -1 } }, 'bad_extend', 'extend'],
    [{ extend: { left: 1.5 } }, 'bad_extend', 'extend'],
    [{ extend: { right: Number.NaN } }, 'bad_extend', 'extend'],
    [{ extend: { right: 20_000_000 } }, 'canvas_too_large', 'extend'],
    [{ extend: { right: Number.MAX_SAFE_INTEGER } }, 'canvas_too_large', 'extend'],
    [{ extend: { left: 2 }, position: { x: 0, y: 0 } }, 'position_not_used', 'position'],
  ])('%j is refused', (extent, code, field) => {
    expect(catchPlanError(extent)).toMatchObject({ code, field, retryable: false })
  })
})

describe('aspect ratio', () => {
  test('takes the smallest canvas that holds the image, centred', () => {
    expect(planCanvas(image, { aspectRatio: '2:1' })).toMatchObject({
      width: 8,
      height: 4,
      left: 1,
    })
    expect(planCanvas(image, { aspectRatio: '1:1' })).toMatchObject({ width: 6, height: 6, top: 1 })
    expect(planCanvas(image, { aspectRatio: '1.91:1' })).toMatchObject({ width: 8, height: 4 })
  })

  test('honours a position', () => {
    const position = { x: 2, y: 0 }
    expect(planCanvas(image, { aspectRatio: '2:1', position })).toMatchObject({ left: 2, top: 0 })
  })

  test.each([
    ['3:2', 'nothing_to_generate'],
    ['16/9', 'bad_aspect_ratio'],
    ['wide', 'bad_aspect_ratio'],
    ['0:1', 'bad_aspect_ratio'],
    ['1:0', 'bad_aspect_ratio'],
    ['-1:2', 'bad_aspect_ratio'],
    ['99999:0.0001', 'canvas_too_large'],
  ])('%s is refused', (aspectRatio, code) => {
    expect(catchPlanError({ aspectRatio })).toMatchObject({ code, field: 'aspect_ratio' })
  })
})

describe('mask', () => {
  test('of the same size: white is generated, grey is decided at 128', () => {
    const mask = buildMask('#.....', '.oo...', '.-+...', '......')
    expect(drawing({ mask })).toEqual(['#.....', '.##...', '..#...', '......'])
  })

  test('larger: the image is centred, and outside of it everything is generated', () => {
    const mask = buildMask('........', '........', '...#....', '........', '........', '........')
    expect(drawing({ mask })).toEqual([
      '########',
      '#......#',
      '#..#...#',
      '#......#',
      '#......#',
      '########',
    ])
  })

  test('larger: the image lies at the position', () => {
    const mask = buildMask('........', '........', '........', '........', '........', '........')
    expect(planCanvas(image, { mask, position: { x: 2, y: 2 } })).toMatchObject({ left: 2, top: 2 })
  })

  test('transparent mask pixels mean keep, whatever their colour', () => {
    const mask = buildMask('##____', '..____', '______', '______')
    expect(drawing({ mask })).toEqual(['##....', '......', '......', '......'])
  })

  test.each(['x', '#'])(
    'one colour and alpha: transparent means generate, as OpenAI says',
    (ink) => {
      const rows = ['__0000', '000000', '000000', '000000']
      const mask = buildMask(...rows.map((row) => row.replaceAll('0', ink)))
      expect(drawing({ mask })).toEqual(['##....', '......', '......', '......'])
    },
  )

  test.each([
    [{ mask: buildMask('###') }, 'mask_smaller_than_image', 'mask_url'],
    [
      { mask: buildMask('.....', '.....', '.....', '.....', '.....') },
      'mask_smaller_than_image',
      'mask_url',
    ],
    [
      { mask: buildMask('......', '......', '......', '......') },
      'nothing_to_generate',
      'mask_url',
    ],
    [
      { mask: buildMask('######', '######', '######', '######') },
      'everything_to_generate',
      'mask_url',
    ],
    [
      {
        mask: buildMask('.......', '.######', '.######', '.######', '.######'),
        position: { x: 1, y: 1 },
      },
      'everything_to_generate',
      'mask_url',
    ],
    [
      { mask: buildMask('#.....', '......', '......', '......'), position: { x: 1, y: 0 } },
      'image_outside_canvas',
      'position',
    ],
    [
      { mask: buildMask('#.....', '......', '......', '......'), position: { x: -1, y: 0 } },
      'image_outside_canvas',
      'position',
    ],
    [
      { mask: buildMask('#.....', '......', '......', '......'), position: { x: 0.5, y: 0 } },
      'image_outside_canvas',
      'position',
    ],
  ])('is refused (%#)', (extent, code, field) => {
    expect(catchPlanError(extent)).toMatchObject({ code, field, retryable: false })
  })
})

test('needs exactly one of mask, extension and aspect ratio', () => {
  expect(catchPlanError({})).toMatchObject({ code: 'extent_not_clear', field: 'mask_url' })
  const both = { extend: { left: 1 }, aspectRatio: '1:1' }
  expect(catchPlanError(both)).toMatchObject({ code: 'extent_not_clear' })
})
