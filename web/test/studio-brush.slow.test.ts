import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../server/test/harness.ts'
import { samplePng, turnedPhoto } from '../../server/test/samples.ts'
import { readPixels } from '../../server/test/scenes.ts'
import { insertCutOut, insertReadText, insertTask } from './insert-records.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'
import { useStudioModels } from './use-studio-models.ts'

const { service, open, baseUrl } = useConsole()
useStudioModels(service)

async function upload({ key }: Tenant): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([samplePng], { type: 'image/png' }), 'ball.png')
  return (await service.call('POST', '/api/v1/assets/upload', { key, body })).body.id
}

/** Where a point of the picture is on the page. Both are shares of the sides. */
async function findPlace(page: Page, [x, y]: [number, number]) {
  const area = page.getByRole('application')
  // Waits until it has stopped moving.
  await area.hover({ trial: true })
  const box = await area.boundingBox()
  if (!box) throw new Error('there is nothing to paint on')
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}

async function paint(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await findPlace(page, from), await findPlace(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

const strokes = (page: Page, count: number) =>
  page.getByRole('status').getByText(`Strokes: ${count}`).waitFor({ state: 'attached' })

describe('correct a cut-out', () => {
  test('strokes by mouse and keys survive a reload and an error, are sent once and shown beside the earlier result', async () => {
    const mia = await service.tenant()
    const cutOut = await insertCutOut(service, mia, await upload(mia))
    const page = await open(mia, { path: `/studio/${cutOut}` })
    await page.getByRole('button', { name: 'Correct' }).click()
    const apply = page.getByRole('button', { name: 'Apply' })
    const area = page.getByRole('application', { name: 'Painting area' })
    await area.waitFor()
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await paint(page, [0.5, 0.4], [0.5, 0.6])
    await strokes(page, 1)
    await page.getByRole('radio', { name: 'Remove', exact: true }).check({ force: true })
    await area.focus()
    for (const key of ['Shift+ArrowUp', ' ', 'ArrowLeft', 'ArrowLeft', ' ']) await area.press(key)
    await strokes(page, 2)
    await page.getByRole('button', { name: 'Clear all strokes' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await strokes(page, 2)

    await page.reload()
    await page.getByText('Draft restored.').waitFor()
    await strokes(page, 2)
    expect(await findViolations(page)).toEqual([])
    const sent: Request[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/tools/remove-background')) sent.push(request)
    })
    await intercept(page, '**/tools/remove-background', (route) => route.abort())
    await apply.click()
    await page.getByRole('alert').getByText('The server is not responding').waitFor()
    await strokes(page, 2)
    await page.unrouteAll()
    sent.length = 0

    await apply.click()
    await page.waitForURL((url) => url.searchParams.get('against') === cutOut)
    await page.getByAltText('Corrected').waitFor()
    await page.getByAltText('Earlier').waitFor()
    expect(sent.length).toBe(1)
    expect(sent[0]?.postDataJSON().refine).toEqual({
      keep: [{ points: expect.arrayContaining([[128, 76.8]]), width: 5.1 }],
      remove: [{ points: expect.any(Array), width: 5.1 }],
    })
    await page
      .getByRole('region', { name: 'Settings' })
      .getByText('1 to keep, 1 to remove')
      .waitFor()
    expect(await findViolations(page)).toEqual([])

    // A further correction starts from the strokes that made this result.
    await page.getByRole('button', { name: 'Correct' }).click()
    await strokes(page, 2)
    await expect.poll(() => page.getByText('Draft restored.').count()).toBe(0)
  })

  test('on a phone one finger paints, and two fingers enlarge', async () => {
    const mia = await service.tenant()
    const cutOut = await insertCutOut(service, mia, await upload(mia))
    const path = `/studio/${cutOut}?correct=true`
    const page = await open(mia, { path, size: phone, theme: 'dark' })
    await page.getByRole('application').waitFor()
    const touch = await page.context().newCDPSession(page)
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
    const [left, right] = [await findPlace(page, [0.4, 0.5]), await findPlace(page, [0.6, 0.5])]
    const one = { ...left, id: 1 }
    await fingers('touchStart', [one])
    await fingers('touchMove', [{ ...one, x: one.x + 30 }])
    await fingers('touchEnd', [])
    await strokes(page, 1)

    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    await expect.poll(() => zoomOut.isDisabled()).toBe(true)
    const two = { ...right, id: 2 }
    await fingers('touchStart', [one])
    await fingers('touchStart', [one, two])
    await fingers('touchMove', [{ ...one, x: one.x - 40 }, two])
    await fingers('touchEnd', [])
    await expect.poll(() => zoomOut.isDisabled()).toBe(false)
    await strokes(page, 1)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await expect.poll(() => zoomOut.isDisabled()).toBe(true)
  })

  test('a pen paints, also on an enlarged picture and with the hand on the screen', async () => {
    const mia = await service.tenant()
    const cutOut = await insertCutOut(service, mia, await upload(mia))
    const path = `/studio/${cutOut}?correct=true`
    const page = await open(mia, { path, size: phone })
    const area = page.getByRole('application')
    await area.waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const devtools = await page.context().newCDPSession(page)
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
      devtools.send('Input.dispatchMouseEvent', {
        ...{ type, x, y, pointerType: 'pen', button: 'left', clickCount: 1, force: 0.3 },
        buttons: type === 'mouseReleased' ? 0 : 1,
      })
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const before = await area.boundingBox()
    const { x, y } = await findPlace(page, [0.5, 0.5])
    // The hand touches first, as it does when someone writes.
    await touch('touchStart', [{ x: x + 60, y: y + 90 }])
    await pen('mousePressed', x, y)
    await pen('mouseMoved', x, y + 30)
    await pen('mouseMoved', x, y + 60)
    await pen('mouseReleased', x, y + 60)
    await touch('touchEnd', [])
    await strokes(page, 1)
    await expect.poll(() => area.boundingBox()).toEqual(before)
    const sending = page.waitForRequest('**/tools/remove-background')
    await page.getByRole('button', { name: 'Apply' }).click()
    const [stroke] = (await sending).postDataJSON().refine.keep
    const pixels = 60 / ((before?.width ?? 0) / 256)
    expect(stroke.points[0]).toEqual([128, 96])
    expect(stroke.points.at(-1)[0]).toBe(128)
    expect(stroke.points.at(-1)[1]).toBeCloseTo(96 + pixels, 0)
  })

  test('a photo that the camera turned is corrected where it was painted', async () => {
    const mia = await service.tenant()
    // Stored lying on its side; upright it is 192 wide and 256 high.
    const photo = await turnedPhoto()
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
    const { id } = (await service.call('POST', '/api/v1/assets/upload', { key: mia.key, body }))
      .body
    const cutOut = await insertCutOut(service, mia, id)
    const page = await open(mia, { path: `/studio/${cutOut}?correct=true` })
    await page.getByRole('application').waitFor()
    // Two corners of the background: one is painted, one would be in a picture that lies.
    await paint(page, [0.85, 0.06], [0.95, 0.06])
    const sending = page.waitForRequest('**/tools/remove-background')
    await page.getByRole('button', { name: 'Apply' }).click()
    const [stroke] = (await sending).postDataJSON().refine.keep
    expect(stroke.points[0]).toEqual([163.2, 15.4])
    await page.getByAltText('Corrected').waitFor()
    const shown = await page.getByAltText('Corrected').getAttribute('src')
    const answer = await page.request.get(new URL(shown ?? '', baseUrl()).href)
    const { width, height, channels, pixels } = await readPixels(await answer.body())
    const readAlpha = (x: number, y: number) => pixels[(y * width + x) * channels + 3]
    expect([width, height]).toEqual([192, 256])
    expect([
      readAlpha(173, 15),
      readAlpha(96, 128),
      readAlpha(15, 15),
      readAlpha(173, 240),
    ]).toEqual([255, 255, 0, 0])
  })

  test('a correction that failed is painted further', async () => {
    const mia = await service.tenant()
    const picture = await upload(mia)
    const cutOut = await insertCutOut(service, mia, picture)
    const message = 'No subject was found.'
    const failed = await insertTask(service, mia, {
      status: 'FAILURE',
      input: { image_url: picture, refine: { remove: [{ points: [[9, 9]], width: 5 }] } },
      errors: {
        errors: [{ code: 'no_subject_found', message, field: 'image_url' }],
        detail: { code: 'no_subject_found', message },
      },
    })
    const page = await open(mia, { path: `/studio/${failed}?against=${cutOut}` })
    await page.getByRole('button', { name: 'Edit the strokes' }).click()
    await page.waitForURL(`${baseUrl()}/studio/${cutOut}?correct=true`)
    await strokes(page, 1)
    await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(false)
  })
})

describe('fill', () => {
  test('sends what was painted as a mask, and keeps it to use again', async () => {
    const mia = await service.tenant()
    const page = await open(mia, {
      path: `/studio?picture=${await upload(mia)}&tool=generative-fill`,
    })
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByRole('alert').getByText('Paint over the area to fill first.').waitFor()
    await paint(page, [0.2, 0.5], [0.4, 0.5])
    await page.reload()
    await page.getByText('Draft restored.').waitFor()
    await page.getByRole('textbox', { name: 'Variations' }).fill('1')
    const sending = page.waitForRequest('**/tools/generative-fill')
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    const { mask_base64 } = (await sending).postDataJSON()
    const { width, height, channels, pixels } = await readPixels(Buffer.from(mask_base64, 'base64'))
    expect([width, height]).toEqual([256, 192])
    const readLight = (x: number, y: number) => pixels[(y * width + x) * channels]
    expect([readLight(76, 96), readLight(76, 120), readLight(140, 96)]).toEqual([255, 0, 0])
    await page.getByRole('radio', { name: 'Variation 1' }).waitFor()
    await page.getByRole('button', { name: 'Use again' }).click()
    await strokes(page, 1)
  })
})

describe('read text', () => {
  test('shows the lines over the image and as text', async () => {
    const mia = await service.tenant()
    const picture = await upload(mia)
    const read = await insertReadText(service, mia, picture)
    const page = await open(mia, { path: `/studio/${read}`, size: phone, theme: 'dark' })
    await page.getByRole('img', { name: '2 lines found' }).waitFor()
    await page.getByRole('region', { name: 'Found' }).getByText('Order 48213-B').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit the image' }).click()
    await page.waitForURL(`${baseUrl()}/studio?picture=${picture}`)
  })
})
