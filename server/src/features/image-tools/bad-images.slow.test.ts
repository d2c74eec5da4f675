import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useHttpServer } from '../../../test/local-servers.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { samplePng } from '../../../test/samples.ts'
import { draw, gradient, png } from '../../../test/scenes.ts'
import { dataUrl, downloadFile, runTool } from '../../../test/tool-runs.ts'

/** Sends broken images through the operations: each gets a clear error, never a crash. */
const service = useService({ allowCidrs: [] })
const mia = useTenant(service)
const local = useHttpServer((_, response) => {
  reached++
  response.end('secret')
})
let localUrl: string
let reached = 0

beforeAll(() => {
  rememberWork(service.deps.engines)
  localUrl = `127.0.0.1:${local.port}`
})

function buildPng(width: number, height: number, idat: Buffer): Buffer {
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
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each file with its error code. */
async function badFiles(): Promise<Record<string, [Uint8Array, string]>> {
  const picture = sharp(gradient(400, 300).pixels, { raw: gradient(400, 300) })
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const zeros = deflateSync(Buffer.alloc(50_000_000))
  const svg = (inside: string) =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
    )
  return {
    'a bomb by its size': [buildPng(60_000, 60_000, zeros), 'image_too_large'],
    'a bomb of one line': [buildPng(2_000_000_000, 1, zeros), 'image_'],
    'just over 40 megapixels': [buildPng(8_001, 5_000, zeros), 'image_too_large'],
    'more data than pixels': [buildPng(10, 10, zeros), 'ok'],
    'fewer data than pixels': [buildPng(5_000, 5_000, deflateSync(Buffer.alloc(99))), 'image_'],
    'a cut-off png': [half(await picture.clone().png().toBuffer()), 'image_unreadable'],
    'a cut-off jpeg': [half(await picture.clone().jpeg().toBuffer()), 'image_unreadable'],
    'a cut-off webp': [half(await picture.clone().webp().toBuffer()), 'image_unreadable'],
    'a cut-off avif': [half(await picture.clone().avif().toBuffer()), 'image_unreadable'],
    'an svg': [svg('&x;'), 'unsupported_image_type'],
    'an svg that fetches': [
      svg(`<image href="http://${localUrl}/x.png"/>`),
      'unsupported_image_type',
    ],
    'a pdf': [Buffer.from('%PDF-1.7\n'), 'unsupported_image_type'],
    'a postscript': [Buffer.from('%!PS-Adobe-3.0\n'), 'unsupported_image_type'],
    'a page': [Buffer.from('<!doctype html><title>404</title>'), 'unsupported_image_type'],
    'a gzip': [gzipSync(await picture.clone().png().toBuffer()), 'unsupported_image_type'],
    heic: [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unsupported_image_type'],
    'a script of ImageMagick': [Buffer.from('push graphic-context\n'), 'unsupported_image_type'],
    'one byte': [Buffer.from([0x89]), 'unsupported_image_type'],
  }
}

describe('files that are not valid images', () => {
  test('each fails on its own, with a code and the field', async () => {
    for (const [name, [bytes, code]] of Object.entries(await badFiles())) {
      const task = await runTool(service, mia.key, 'convert-format', {
        image_url: dataUrl(bytes),
        output_format: 'png',
      })
      if (code === 'ok') {
        expect([name, task.status]).toEqual([name, 'SUCCESS'])
        continue
      }
      const [error] = task.info.errors
      expect([name, task.status, error.field]).toEqual([name, 'FAILURE', 'image_url'])
      expect([name, error.code]).toEqual([name, expect.stringContaining(code)])
      expect([name, task.attempts]).toEqual([name, 1])
    }
    expect(reached).toBe(0)
  })

  test.each([
    ['remove-background', {}, 'image_url'],
    ['blur-background', {}, 'image_url'],
    ['upscale', {}, 'image_url'],
    ['image-outpainting', { prompt: 'x', extend: { left: 9 } }, 'image_url'],
    ['image-outpainting', { prompt: 'x' }, 'mask_url'],
    ['generative-fill', {}, 'mask_url'],
    ['replace-background', {}, 'background_url'],
  ])('%s %j: a truncated and a wrong file in %s', async (tool, body, field) => {
    const good = dataUrl(samplePng)
    const whole = await png(gradient(400, 300))
    // A background is read only after the cut-out, so this uses just the quick case for it.
    const bad: Uint8Array[] = [new TextEncoder().encode('<svg/>')]
    if (field !== 'background_url') bad.push(whole.subarray(0, whole.length / 2))
    for (const bytes of bad) {
      const task = await runTool(service, mia.key, tool, {
        image_url: good,
        ...body,
        [field]: dataUrl(bytes),
      })
      expect([task.status, task.info.errors[0].field]).toEqual(['FAILURE', field])
    }
  })
})

test('unusual but valid images are processed correctly', async () => {
  const raw = gradient(80, 60)
  const source = sharp(raw.pixels, { raw })
  const frames = { width: 80, height: 180, channels: 3 as const, pageHeight: 60 }
  const sixteen = Uint16Array.from(raw.pixels, (value) => value * 257)
  const pictures: Record<string, [Uint8Array, number, number]> = {
    'CMYK jpeg': [await source.clone().toColourspace('cmyk').jpeg().toBuffer(), 80, 60],
    '16-bit png': [
      await sharp(sixteen, { raw: { width: 80, height: 60, channels: 3 } })
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
      80,
      60,
    ],
    'grey with alpha': [await source.clone().ensureAlpha(0.5).greyscale().png().toBuffer(), 80, 60],
    'animated gif': [
      await sharp(
        Uint8Array.from({ length: 80 * 180 * 3 }, (_, at) => at),
        { raw: frames },
      )
        .gif()
        .toBuffer(),
      80,
      60,
    ],
    'turned by EXIF': [
      await source.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      60,
      80,
    ],
    'Display P3': [await source.clone().withIccProfile('p3').png().toBuffer(), 80, 60],
    'one pixel': [await png(draw(1, 1, () => [7, 8, 9])), 1, 1],
    'very long': [await png(draw(12_000, 2, (x) => [x % 256, 0, 0])), 12_000, 2],
  }
  for (const [name, [bytes, width, height]] of Object.entries(pictures)) {
    const task = await runTool(service, mia.key, 'convert-format', {
      image_url: dataUrl(bytes),
      output_format: 'png',
    })
    expect([name, task.status]).toEqual([name, 'SUCCESS'])
    expect([name, task.info.result[0]]).toEqual([name, expect.objectContaining({ width, height })])
    const made = await sharp(await downloadFile(service, task.info.result[0].url)).metadata()
    expect([name, made.depth, made.space, made.icc, made.orientation, made.pages ?? 1]).toEqual([
      name,
      'uchar',
      'srgb',
      undefined,
      undefined,
      1,
    ])
  }
})

test('internal URLs are rejected for every field and never called', async () => {
  const port = localUrl.split(':')[1]
  const inside = [
    `http://${localUrl}/`,
    `http://localhost:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://2130706433:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::1]:${port}/`,
    `http://0:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    `http://user:pass@${localUrl}/`,
  ]
  const good = dataUrl(await png(gradient(64, 48)))
  for (const url of inside) {
    const bodies: [string, string, object][] = [
      ['convert-format', 'image_url', { output_format: 'png' }],
      ['generative-fill', 'mask_url', { image_url: good, count: 1 }],
      ['replace-background', 'background_url', { image_url: good }],
    ]
    for (const [tool, field, body] of bodies) {
      const task = await runTool(service, mia.key, tool, { ...body, [field]: url })
      expect([url, task.status, task.info.errors[0].field]).toEqual([url, 'FAILURE', field])
      expect(JSON.stringify(task)).not.toContain('secret')
    }
  }
  expect(reached).toBe(0)
})
