import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { EngineError } from '../engine-error.ts'
import { readImage } from './read-image.ts'
import { redOnGreen, toImage } from './test-scenes.ts'

let files: Record<string, Buffer>

beforeAll(async () => {
  const scene = await redOnGreen(256, 192, '<circle cx="128" cy="96" r="60"/>')
  const source = () => toImage(scene)
  files = {
    png: await source().png().toBuffer(),
    jpeg: await source().jpeg().toBuffer(),
    webp: await source().webp().toBuffer(),
    gif: await source().gif().toBuffer(),
    tiff: await source().tiff({ compression: 'lzw' }).toBuffer(),
    avif: await source().avif().toBuffer(),
  }
})

async function codeOf(image: Uint8Array | string): Promise<string> {
  try {
    await readImage(image)
    return 'ok'
  } catch (error) {
    if (error instanceof EngineError) return error.code
    throw error
  }
}

function pngOfSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
    bytes.writeUInt32BE(data.length, 0)
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
    return bytes
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))
  return Buffer.concat([signature, chunk('IHDR', header), body, chunk('IEND', Buffer.alloc(0))])
}

describe('types that are not read', () => {
  const others = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'svg with a head': Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj'),
    heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    bmp: Buffer.from('BM6\0\0\0\0\0\0\0', 'latin1'),
    html: Buffer.from('<!doctype html><title>404</title>'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0x89]),
  }
  for (const [name, bytes] of Object.entries(others)) {
    test(name, async () => expect(await codeOf(bytes)).toBe('image_type_not_supported'))
  }
})

describe('pictures that are damaged', () => {
  for (const type of ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif']) {
    test(`${type}, cut off`, async () => {
      const whole = files[type] as Buffer
      for (const share of [0.02, 0.2, 0.5, 0.8]) {
        const part = whole.subarray(0, Math.max(13, Math.floor(whole.length * share)))
        expect(await codeOf(part)).toMatch(/^image_/)
      }
    })

    test(`${type}, with bytes changed, is an error or a picture, never a crash`, async () => {
      const whole = files[type] as Buffer
      for (let round = 0; round < 40; round++) {
        const spoilt = Buffer.from(whole)
        for (let at = 0; at < 8; at++) {
          spoilt[16 + ((round * 7919 + at * 104729) % (whole.length - 16))] =
            (round * 31 + at) & 255
        }
        expect(await codeOf(spoilt)).toMatch(/^(ok|image_)/)
      }
    })
  }
})

describe('pictures that are too large', () => {
  test('by what the header says, before anything is unpacked', async () => {
    const before = process.memoryUsage.rss()
    expect(await codeOf(pngOfSize(60_000, 60_000))).toBe('image_too_large')
    expect(await codeOf(pngOfSize(2_000_000_000, 2))).toMatch(/^image_/)
    expect(await codeOf(pngOfSize(8_000, 5_001))).toBe('image_too_large')
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  test('a header that promises pixels which are not there', async () => {
    expect(await codeOf(pngOfSize(6_000, 6_000))).toBe('image_unreadable')
  })

  test('an animation counts by its first frame', async () => {
    const raw = { width: 64, height: 64 * 50, channels: 3 as const, pageHeight: 64 }
    const pixels = Uint8Array.from({ length: 64 * 64 * 50 * 3 }, (_, at) => at * 7)
    const gif = await sharp(pixels, { raw }).gif().toBuffer()
    expect(await codeOf(gif)).toBe('ok')
  })
})
