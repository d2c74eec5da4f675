import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFaces } from '../../../test/drawn-face.ts'
import { decodeImage } from '../decode-image.ts'
import { checkImage } from './image-checks.ts'

const check = async (bytes: Buffer) => checkImage(await decodeImage(bytes, 'image_url'))

test('a picture is sharp until it is blurred', async () => {
  const picture = await drawFaces({ width: 1000, height: 700 }, [{ x: 500, y: 350, scale: 2 }])
  const clear = await check(picture)
  const blurred = await check(await sharp(picture).blur(5).png().toBuffer())
  expect([clear.is_blurred, blurred.is_blurred]).toEqual([false, true])
  expect(blurred.sharpness).toBeLessThan((clear.sharpness ?? 0) / 3)
})

test('colours and the visible share of a cut-out', async () => {
  const svg =
    '<svg width="200" height="100"><rect width="75" height="100" fill="#d02020"/><rect x="75" width="25" height="100" fill="#2020d0"/></svg>'
  const checks = await check(await sharp(Buffer.from(svg)).png().toBuffer())
  expect(checks).toMatchObject({ alpha_coverage: 0.5, sharpness: null, is_blurred: false })
  const [first, second, third] = checks.dominant_colors
  expect([first?.color, second?.color, third]).toEqual([
    '#d02020',
    expect.stringMatching(/^#2020d/),
    undefined,
  ])
  expect(first?.share).toBeCloseTo(0.75, 1)
})

test('a flat picture is neither sharp nor blurred', async () => {
  const create = { width: 600, height: 400, channels: 3 as const, background: '#808080' }
  const checks = await check(await sharp({ create }).png().toBuffer())
  expect(checks).toEqual({
    alpha_coverage: 1,
    dominant_colors: [{ color: '#808080', share: 1 }],
    sharpness: null,
    is_blurred: false,
  })
})
