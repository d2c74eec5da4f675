import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type CaptionFont, loadCaptionFont } from './caption-font.ts'
import { drawCaption } from './captions.ts'

const frame = { widthPx: 640, heightPx: 360 }
let font: CaptionFont
beforeAll(async () => {
  font = await loadCaptionFont()
})

async function draw(...lines: string[]) {
  const { svg, missing } = drawCaption(lines, frame, font)
  const { data } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let white = 0
  let dark = 0
  let left = frame.widthPx
  let right = 0
  let top = frame.heightPx
  let bottom = 0
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, , , alpha = 0] = data.subarray(i, i + 4)
    if (alpha < 128) continue
    if (red > 200) white++
    if (red < 50) dark++
    const x = (i / 4) % frame.widthPx
    const y = Math.floor(i / 4 / frame.widthPx)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { missing, white, dark, left, right, top, bottom }
}

test('is white with a dark outline, at the bottom, in the middle, and nowhere else', async () => {
  const drawn = await draw('Hello there,', 'how are you?')
  expect(drawn.white).toBeGreaterThan(300)
  expect(drawn.dark).toBeGreaterThan(drawn.white)
  expect(Math.abs(drawn.left + drawn.right - 639)).toBeLessThan(6)
  expect(drawn.top).toBeGreaterThan(270)
  expect(drawn.bottom).toBeLessThan(350)
  expect(drawn.top).toBeLessThan((await draw('how are you?')).top - 15)
  expect(drawn.missing).toEqual([])
})

test('accents are drawn, composed or not, and so are Greek, Cyrillic and Vietnamese', async () => {
  const plain = await draw('ECOA')
  const accented = await draw('ÉÇÖÅ')
  expect(accented.top).toBeLessThan(plain.top - 3)
  expect(await draw('E\u0301C\u0327O\u0308A\u030a')).toEqual(accented)
  for (const text of ['Ωμέγα', 'Привет', 'Tiếng Việt', 'Łódź Þór ğüş', '€ – “quoted” … ½']) {
    expect((await draw(text)).missing).toEqual([])
  }
})

test('characters without a glyph are skipped and reported', async () => {
  const drawn = await draw('Hi 👩‍👩‍👧 日本')
  expect(drawn.missing).toEqual(['👩‍👩‍👧', '日', '本'])
  expect(drawn.white).toBe((await draw('Hi')).white)
  expect(await draw('日本語')).toMatchObject({ white: 0, dark: 0, missing: ['日', '本', '語'] })
  expect(await draw()).toMatchObject({ white: 0, dark: 0, missing: [] })
})

test('a line that is too long is drawn smaller, and text is never markup', async () => {
  const drawn = await draw('W'.repeat(80))
  expect(drawn.left).toBeGreaterThan(10)
  expect(drawn.right).toBeLessThan(630)
  const { svg } = drawCaption(['</svg><script>&"'], frame, font)
  expect(svg.match(/</g)).toHaveLength(4)
})

test('a text is drawn to its end, wherever its letters come to lie', async () => {
  const upright = { widthPx: 720, heightPx: 1280 }
  const { svg } = drawCaption(['Our flower shop opens on Friday.'], upright, font)
  expect(svg).not.toContain('NaN')
})
