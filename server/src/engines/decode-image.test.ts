import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { gravel } from '../../test/scenes.ts'
import { decodeImage } from './decode-image.ts'

const scene = gravel(120, 80)

function drawn() {
  return sharp(scene.pixels, { raw: scene })
}

async function encoded(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif') {
  return new Uint8Array(await drawn().toFormat(format).toBuffer())
}

/** A PNG whose header claims a size, with almost no data behind it. */
async function bomb(width: number, height: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await encoded('png'))
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  const { crc32 } = await import('node:zlib')
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return new Uint8Array(bytes)
}

describe('supported input', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
    const image = await decodeImage(await encoded(format), 'image_url')
    expect(image).toMatchObject({ width: 120, height: 80, channels: 3 })
    expect(image.pixels.length).toBe(120 * 80 * 3)
  })

  test('a PNG comes out bit for bit', async () => {
    const image = await decodeImage(await encoded('png'), 'image_url')
    expect(Buffer.from(image.pixels).equals(scene.pixels)).toBe(true)
  })

  test('EXIF orientation is applied', async () => {
    const turned = await drawn().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await decodeImage(turned, 'image_url')).toMatchObject({ width: 80, height: 120 })
  })

  test('grey, palette, 16 bits and CMYK become 8-bit RGB', async () => {
    const grey = await drawn().greyscale().png().toBuffer()
    const palette = await drawn().png({ palette: true }).toBuffer()
    const deep = await drawn().toColourspace('rgb16').png().toBuffer()
    const print = await drawn().toColourspace('cmyk').jpeg().toBuffer()
    for (const bytes of [grey, palette, deep, print]) {
      const image = await decodeImage(bytes, 'image_url')
      expect(image).toMatchObject({ channels: 3 })
      expect(image.pixels.length).toBe(120 * 80 * 3)
    }
  })

  test('an alpha channel is kept only if some pixels are transparent', async () => {
    const opaque = await drawn().ensureAlpha(1).png().toBuffer()
    expect(await decodeImage(opaque, 'image_url')).toMatchObject({ channels: 3 })
    const sheer = await drawn().ensureAlpha(0.5).png().toBuffer()
    expect(await decodeImage(sheer, 'image_url')).toMatchObject({ channels: 4 })
  })

  test('the first frame of an animation', async () => {
    const frames = Buffer.concat([scene.pixels, scene.pixels.map((value) => 255 - value)])
    const raw = { width: 120, height: 160, channels: 3 as const, pageHeight: 80 }
    const moving = await sharp(frames, { raw }).gif().toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    expect(await decodeImage(moving, 'image_url')).toMatchObject({
      width: 120,
      height: 80,
      warnings: ['only the first frame was used'],
    })
    // Both frames together would exceed the limit.
    await expect(decodeImage(moving, 'image_url', 120 * 80)).resolves.toBeDefined()
  })
})

describe('rejected input', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('hello')],
    [
      'SVG',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['PDF', new TextEncoder().encode('%PDF-1.7')],
    ['BMP', Buffer.from('BM6\0\0\0\0\0\0\0', 'latin1')],
    ['HTML', new TextEncoder().encode('<!doctype html><title>404</title>')],
    ['one byte', Uint8Array.of(0x89)],
    ['HEIC', Buffer.from('00000018667479706865696300000000686569636d696631', 'hex')],
  ])('%s is not a supported type', async (_, bytes) => {
    const reading = decodeImage(bytes, 'mask_url')
    await expect(reading).rejects.toMatchObject({
      code: 'unsupported_image_type',
      field: 'mask_url',
      retryable: false,
    })
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'a truncated or damaged %s',
    async (format) => {
      const bytes = await encoded(format)
      for (const part of [0.9, 0.5, 0.1]) {
        const cut = bytes.slice(0, Math.floor(bytes.length * part))
        await expect(decodeImage(cut, 'image_url'), `${part}`).rejects.toMatchObject({
          code: expect.stringMatching(/^(image_unreadable|unsupported_image_type)$/),
          field: 'image_url',
        })
      }
    },
  )

  test.each(['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const)(
    '%s with changed bytes gives an error or an image, never a crash',
    async (format) => {
      const whole = await encoded(format)
      for (let round = 0; round < 40; round++) {
        const spoilt = whole.slice()
        for (let at = 0; at < 8; at++) {
          spoilt[16 + ((round * 7919 + at * 104_729) % (whole.length - 16))] = round * 31 + at
        }
        const outcome = await decodeImage(spoilt, 'image_url').catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ field: 'image_url' })
      }
    },
  )

  test('a header that declares missing pixels', async () => {
    await expect(decodeImage(await bomb(6_000, 6_000), 'image_url')).rejects.toMatchObject({
      code: 'image_unreadable',
    })
  })

  test('more pixels than allowed, before anything is decoded', async () => {
    await expect(decodeImage(await bomb(60_000, 60_000), 'image_url')).rejects.toMatchObject({
      code: 'image_too_large',
      field: 'image_url',
      message: expect.stringContaining('60000 × 60000'),
    })
    await expect(decodeImage(await encoded('png'), 'image_url', 9000)).rejects.toMatchObject({
      code: 'image_too_large',
    })
  })
})
