import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { useKeyModels } from '../../../../test/key-models.ts'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { isInBall, sampleRadius, sampleSize } from '../../../../test/samples.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { redOnGreen, toImage } from '../../../engines/background/test-scenes.ts'
import { useCompat } from '../test-compat.ts'

/** Requests as remove.bg documents them, against the service on a real port. */
const { service, mia, at } = useCompat()
const folder = useFolder()
const site = useHttpServer((_request, response) => void response.end(ball))
const { width, height } = sampleSize
/** Where the ball of the other tests is, in colours that the key models tell apart. */
let ball: Buffer
let green: Buffer

beforeAll(async () => {
  await useKeyModels(service.deps.models, folder)
  const circle = `<circle cx="${width / 2}" cy="${height / 2}" r="${sampleRadius}"/>`
  ball = await toImage(await redOnGreen(width, height, circle))
    .png()
    .toBuffer()
  green = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
})

type Fields = Record<string, string | Blob>

function post(
  body: string | FormData | URLSearchParams,
  headers: Record<string, string> = {},
  key = mia.key,
) {
  const method = 'POST'
  return fetch(`${at.url}/v1.0/removebg`, {
    method,
    body,
    headers: { 'X-Api-Key': key, ...headers },
  })
}

/** A multipart form, with the ball unless the fields say otherwise. */
function form(fields: Fields = {}, headers: Record<string, string> = {}) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ image_file: new Blob([ball]), ...fields })) {
    data.append(name, value)
  }
  return post(data, headers)
}

async function picture(response: Response) {
  expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { format } = await sharp(bytes).metadata()
  const pixel = (x: number, y: number) => {
    const from = (Math.floor(y) * info.width + Math.floor(x)) * 4
    return [...data.subarray(from, from + 4)]
  }
  const header = (name: string) => Number(response.headers.get(name))
  const foreground = {
    top: header('x-foreground-top'),
    left: header('x-foreground-left'),
    width: header('x-foreground-width'),
    height: header('x-foreground-height'),
  }
  return { width: info.width, height: info.height, format, pixel, foreground, response }
}

const edge = (x: number, y: number) => !isInBall(x, y, sampleRadius + 8)

describe('sources', () => {
  test('a file: transparent around the ball, with the headers of remove.bg', async () => {
    const made = await picture(await form())
    expect([made.width, made.height, made.format]).toEqual([width, height, 'png'])
    expect(edge(5, 5) && made.pixel(5, 5)[3]).toBe(0)
    expect(made.pixel(width / 2, height / 2)[3]).toBe(255)
    const { headers } = made.response
    expect([headers.get('x-width'), headers.get('x-height')]).toEqual(['256', '192'])
    expect([headers.get('x-credits-charged'), headers.get('x-type')]).toEqual(['0', 'other'])
    expect(Math.abs(made.foreground.left - (width / 2 - sampleRadius))).toBeLessThan(5)
    expect(Math.abs(made.foreground.width - 2 * sampleRadius)).toBeLessThan(8)
  })

  test('base64 in JSON, a URL in a form, and JSON as the response', async () => {
    const json = JSON.stringify({ image_file_b64: ball.toString('base64'), crop: true })
    const fromJson = await picture(await post(json, { 'content-type': 'application/json' }))
    expect(fromJson.width).toBeLessThan(2 * sampleRadius + 8)
    const urlencoded = new URLSearchParams({ image_url: `${site.url}/ball.png` })
    const response = await post(urlencoded, { accept: 'application/json' })
    const { data } = (await response.json()) as { data: Record<string, string | number> }
    const decoded = await sharp(Buffer.from(String(data.result_b64), 'base64')).metadata()
    expect([decoded.width, decoded.hasAlpha]).toEqual([width, true])
    expect(Number(data.foreground_width)).toBeGreaterThan(sampleRadius)
  })
})

describe('parameters', () => {
  test('crop and crop_margin', async () => {
    const cropped = await picture(await form({ crop: 'true' }))
    expect(Math.abs(cropped.width - 2 * sampleRadius)).toBeLessThan(8)
    const wide = await picture(await form({ crop: 'true', crop_margin: '10px 20%' }))
    expect([wide.width, wide.height]).toEqual([
      cropped.width + 2 * Math.round(cropped.width * 0.2),
      cropped.height + 20,
    ])
    expect([wide.foreground.top, wide.foreground.width]).toEqual([10, cropped.width])
  })

  test('scale and position', async () => {
    const small = await picture(await form({ scale: '50%' }))
    expect([small.width, small.height]).toEqual([width, height])
    expect(small.foreground.height).toBe(height / 2)
    expect(small.pixel(width / 2, height / 2)[3]).toBe(255)
    const corner = await picture(await form({ scale: '50%', position: '0% 100%' }))
    expect([corner.foreground.left, corner.foreground.top]).toEqual([0, height / 2])
    expect(corner.pixel(width - 5, 5)[3]).toBe(0)
  })

  test('bg_color, bg_image_file and bg_image_url', async () => {
    const blue = await picture(await form({ bg_color: '0000ff', format: 'jpg' }))
    expect(blue.format).toBe('jpeg')
    expect(blue.pixel(5, 5)[2]).toBeGreaterThan(240)
    const named = await picture(await form({ bg_color: 'lime' }))
    expect(named.pixel(5, 5)).toEqual([0, 255, 0, 255])
    const photo = await picture(await form({ bg_image_file: new Blob([green]) }))
    expect(photo.pixel(5, 5)).toEqual([0, 255, 0, 255])
    const fetched = await picture(await form({ bg_image_url: `${site.url}/behind.png` }))
    expect(fetched.pixel(5, 5)[3]).toBe(255)
  })

  test('channels=alpha, format=webp and size', async () => {
    const alpha = await picture(await form({ channels: 'alpha' }))
    expect(alpha.pixel(5, 5).slice(0, 3)).toEqual([0, 0, 0])
    expect(alpha.pixel(width / 2, height / 2).slice(0, 3)).toEqual([255, 255, 255])
    expect((await picture(await form({ format: 'webp' }))).format).toBe('webp')
    const large = await sharp(ball).resize(1024, 768).png().toBuffer()
    const preview = await picture(await form({ image_file: new Blob([large]) }))
    expect(preview.width * preview.height).toBeLessThanOrEqual(251_000)
    expect(preview.foreground.width).toBeLessThan(preview.width)
    const full = await picture(await form({ image_file: new Blob([large]), size: 'auto' }))
    expect([full.width, full.height]).toEqual([1024, 768])
  })

  test('roi: only what is in it can be the subject', async () => {
    const left = await picture(await form({ roi: '0% 0% 50% 100%' }))
    expect([left.width, left.height]).toEqual([width, height])
    expect(left.pixel(width * 0.4, height / 2)[3]).toBe(255)
    expect(left.pixel(width * 0.6, height / 2)[3]).toBe(0)
  })

  test('parameters without effect are listed', async () => {
    const { response } = await picture(await form({ type: 'person', add_shadow: 'true' }))
    expect(response.headers.get('ignored-fields')).toBe('type, add_shadow')
  })
})

describe('errors have the shape of remove.bg', () => {
  const readCode = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: { code: string; title: string }[] }
    return [response.status, errors[0]?.code]
  }

  test('wrong key, missing permission, missing or broken image, wrong values', async () => {
    expect(await readCode(await post('{}', {}, 'atl_wrong'))).toEqual([401, 'auth_failed'])
    const key = await service.keyWith(mia, ['assets:read'])
    expect(await readCode(await post('{}', {}, key))).toEqual([403, 'permission_denied'])
    const json = { 'content-type': 'application/json' }
    expect(await readCode(await post('{}', json))).toEqual([400, 'validation_failed'])
    expect(await readCode(await post('{', json))).toEqual([400, 'malformed_json'])
    const text = await form({ image_file: new Blob(['not an image']) })
    expect(await readCode(text)).toEqual([400, 'unsupported_format'])
    const wrong: Fields[] = [
      { size: 'huge' },
      { scale: '5%' },
      { position: '120%' },
      { roi: '1 2 3' },
      { crop: 'true', crop_margin: '1em' },
      { bg_color: 'nocolour' },
      { format: 'zip' },
      { channels: 'cmyk' },
      { image_url: 'https://example.com/a.png' },
      { bg_color: 'red', bg_image_url: 'https://example.com/a.png' },
    ]
    for (const fields of wrong) {
      expect([fields, ...(await readCode(await form(fields)))]).toEqual([
        fields,
        400,
        'validation_failed',
      ])
    }
  })

  test('an image without a subject is unknown_foreground', async () => {
    const plain = await sharp({
      create: { width: 64, height: 64, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer()
    const response = await form({ image_file: new Blob([plain]) })
    expect(await readCode(response)).toEqual([400, 'unknown_foreground'])
  })
})

test('the account', async () => {
  const url = `${at.url}/v1.0/account`
  const response = await fetch(url, { headers: { 'X-Api-Key': mia.key } })
  const { data } = (await response.json()) as { data: { attributes: { credits: object } } }
  expect(data.attributes.credits).toHaveProperty('total')
})
