import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { samplePng } from '../../server/test/samples.ts'
import { insertTask } from './insert-records.ts'
import { readPng } from './png.ts'
import { findViolations, phone, useConsole } from './use-console.ts'
import { useStudioModels } from './use-studio-models.ts'

const { service, open, baseUrl } = useConsole()
useStudioModels(service)

const file = () => ({ name: 'ball.png', mimeType: 'image/png', buffer: samplePng })

async function putOnBench(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Drop an image anywhere' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(file())
  await page.waitForURL(/picture=/)
  await page.getByAltText('ball.png').first().waitFor()
}

const radio = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true })

describe('remove background', () => {
  test('from a file to a cut-out that is compared, coloured, cropped, kept, used again and deleted', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/studio' })
    await page.getByText('Nothing yet.').waitFor()
    await putOnBench(page)
    await page.getByRole('button', { name: 'Remove background' }).click()
    await page.waitForURL(/\/studio\/[0-9a-f-]{36}$/)
    const slider = page.getByRole('slider', { name: 'Before and after' })
    await slider.waitFor()
    expect(await findViolations(page)).toEqual([])

    await slider.focus()
    const before = page.getByAltText('Original')
    await slider.press('Home')
    await expect.poll(() => before.getAttribute('style')).toContain('100%')
    await slider.press('End')
    await expect.poll(() => before.getAttribute('style')).toContain(' 0%')

    await radio(page, 'Black')
    await page.getByRole('switch', { name: /Crop to the subject/ }).check({ force: true })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = await (await saving).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of saved) chunks.push(chunk as Buffer)
    const shown = readPng(Buffer.concat(chunks))
    expect(shown.width).toBeLessThan(150)
    expect(shown.firstPixel[3]).toBe(255)

    await page.getByRole('button', { name: 'Save as asset' }).click()
    await page.getByText('Saved as a new asset.').waitFor()
    const { body } = await service.call('GET', '/api/v1/assets?asset_type=0', { key: mia.key })
    expect(body.count).toBe(3)

    await page.getByRole('button', { name: 'Use again' }).click()
    await page.waitForURL(/from=/)
    await page.getByRole('button', { name: 'Remove background' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${baseUrl()}/studio`)
    await expect
      .poll(async () => (await service.call('GET', '/api/v1/assets', { key: mia.key })).body.count)
      .toBe(2)
  })
})

describe('outpaint', () => {
  test('the frame is dragged by keyboard and mouse, variations are side by side, another browser shows them', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/studio?tool=image-outpainting' })
    const other = await open(await service.colleague(mia, 'member'), { path: '/studio' })
    await other.getByText('Nothing yet.').waitFor()
    await putOnBench(page)
    const left = page.getByRole('slider', { name: 'Drag the left edge' })
    await left.focus()
    await left.press('ArrowLeft')
    await expect.poll(() => left.getAttribute('aria-valuenow')).toBe('8')
    const corner = page.getByRole('button', { name: 'Drag the bottom right corner' })
    const box = await corner.boundingBox()
    if (!box) throw new Error('the corner is not on the page')
    await page.mouse.move(box.x + 12, box.y + 12)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => page.getByRole('textbox', { name: 'Right' }).inputValue()).not.toBe('0')
    expect(
      Number(await page.getByRole('textbox', { name: 'Bottom' }).inputValue()),
    ).toBeGreaterThan(0)
    expect(await findViolations(page)).toEqual([])

    await radio(page, '3:2')
    await page.getByText('288 × 192 px').first().waitFor()
    // The built-in engine reads no prompt, so nothing asks for one.
    await page.getByRole('link', { name: 'connect an engine' }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: /Prompt|Avoid|Guidance/ }).count())
      .toBe(0)
    await page.getByRole('textbox', { name: 'Variations' }).fill('2')
    await page.getByRole('button', { name: 'Outpaint' }).click()
    await page.getByRole('radiogroup', { name: 'Variations' }).waitFor()
    await radio(page, 'Variation 2')
    await page.getByText('288 × 192 px').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Compare' }).click()
    const comparison = page.getByRole('dialog', { name: 'Compare versions' })
    await comparison.getByRole('slider', { name: 'Left and right' }).waitFor()
    await comparison.getByRole('button', { name: /^Original Left/ }).click()
    await page.getByRole('option', { name: /Outpaint 1/ }).click()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View larger: image-outpainting-2.png' }).click()
    const viewer = page.getByRole('dialog', { name: 'image-outpainting-2.png' })
    await viewer.getByText('2 of 2').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'image-outpainting.png' }).waitFor()
    await page.keyboard.press('Escape')

    await other.getByRole('link', { name: /Outpaint.*done/ }).click()
    await other.getByRole('radio', { name: 'Variation 1' }).waitFor()
    const settings = other.getByRole('region', { name: 'Settings' })
    await settings.getByText('Continue the image naturally').waitFor()
    await settings.getByText('3:2').waitFor()
    await other.getByRole('button', { name: 'Use again' }).click()
    await expect
      .poll(() => other.getByRole('textbox', { name: 'Variations' }).inputValue())
      .toBe('2')
  })
})

describe('smart crop', () => {
  test('a ratio typed by hand keeps its field, and messages say what is missing', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/studio' })
    await putOnBench(page)
    await page.goto(`${page.url()}&tool=smart-crop`)
    await radio(page, 'Other')
    const ratio = page.getByRole('textbox', { name: 'Aspect ratio' })
    const message = page.getByText(/^Enter /)
    await expect.poll(() => ratio.inputValue()).toBe('5:4')
    await ratio.fill('')
    await page.getByText('Enter a ratio.').waitFor()
    // On the way it is a ratio of the list: 3:2.
    await ratio.pressSequentially('3:21')
    await expect.poll(() => ratio.inputValue()).toBe('3:21')
    await expect.poll(() => message.count()).toBe(0)
    await ratio.fill('wide')
    const refused = page.waitForResponse('**/tools/smart-crop')
    await page.getByRole('button', { name: 'Crop', exact: true }).click()
    expect((await refused).status()).toBe(400)
    await page.getByText('Enter width and height, such as 16:9.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await ratio.fill('3:2')
    await expect.poll(() => message.count()).toBe(0)
    await expect.poll(() => page.getByRole('radio', { name: 'Other' }).isChecked()).toBe(true)
  })
})

describe('a task from an agent', () => {
  test('shows the original, also by link, and the settings beside its result; no image appears twice', async () => {
    const mia = await service.tenant()
    const body = new FormData()
    body.append('file', new Blob([samplePng], { type: 'image/png' }), 'ball.png')
    const given = await service.call('POST', '/api/v1/assets/upload', { key: mia.key, body })
    const convert = async (image_url: string) => {
      const answer = await service.call('POST', '/api/v1/tools/convert-format', {
        key: mia.key,
        body: { image_url, output_format: 'webp', quality: 42 },
      })
      return answer.body.task_id as string
    }
    const byLink = await convert(given.body.file_url)
    const inline = await convert(`data:image/png;base64,${samplePng.toString('base64')}`)
    const page = await open(mia, { path: `/studio/${byLink}` })
    await page.getByAltText('Original').waitFor()
    const settings = page.getByRole('region', { name: 'Settings' })
    await settings.getByText('42').waitFor()
    await expect
      .poll(() => settings.getByRole('link').getAttribute('href'))
      .toContain(given.body.id)
    expect(await findViolations(page)).toEqual([])
    await page.goto(`${baseUrl()}/studio/${inline}`)
    await settings.getByText('sent with the request').waitFor()
    await page.getByRole('button', { name: 'Download' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Use again' }).count()).toBe(0)
  })
})

describe('a task in progress', () => {
  test('shows its stage and place in the queue, and can be cancelled', async () => {
    const mia = await service.tenant()
    const first = await insertTask(service, mia, {
      status: 'PROGRESS',
      stage: 'finding the subject',
      percent: 40,
    })
    const page = await open(mia, { path: `/studio/${first}` })
    await page.getByText('finding the subject').waitFor()
    await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    await service.deps.db.system`
      update tasks set percent = 75, stage = 'refining the edges', version = version + 1 where id = ${first}`
    await service.deps.bus.publish('task-changed', first)
    await page.getByText('refining the edges').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Task cancelled' }).waitFor()

    const waiting = await insertTask(service, mia, { status: 'PENDING' })
    await page.goto(`${baseUrl()}/studio/${waiting}`)
    await page.getByText(/in the queue/).waitFor()
  })

  test('says why it failed, in the dark and on a phone', async () => {
    const mia = await service.tenant()
    const message = 'No subject was found. Use a picture with one clear thing in it.'
    const failed = await insertTask(service, mia, {
      status: 'FAILURE',
      errors: {
        errors: [{ code: 'no_subject', message, field: 'image_url' }],
        detail: { code: 'no_subject', message },
      },
    })
    const page = await open(mia, { path: '/studio', size: phone, theme: 'dark' })
    await page.getByRole('link', { name: /Remove background.*failed/ }).click()
    await page.waitForURL(new RegExp(failed))
    await page.getByRole('alert').getByText(message).waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})

describe('an image is added', () => {
  test('on a phone, from the assets and from a URL; other files are refused with a message', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/studio', size: phone })
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByRole('alert').waitFor()
    expect(await findViolations(page)).toEqual([])
    await putOnBench(page)
    await page.getByRole('button', { name: 'New image' }).click()
    await page.getByRole('button', { name: 'From assets' }).click()
    await page.getByRole('row', { name: 'ball.png' }).click()
    await page.waitForURL(/picture=/)
    expect(await findViolations(page)).toEqual([])

    const { body } = await service.call('GET', '/api/v1/assets', { key: mia.key })
    await page.getByRole('button', { name: 'New image' }).click()
    await page.getByLabel('Or from a URL').fill('ball.png')
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page.getByText('A URL starts with').waitFor()
    // By IP address, because the test service may only fetch from that.
    const link = body.results[0].file_url.replace('localhost', '127.0.0.1')
    await page.getByLabel('Or from a URL').fill(link)
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page.waitForURL(/picture=/)
    expect(page.url()).not.toContain(body.results[0].id)
  })

  test('by pasting and dropping anywhere', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/studio', theme: 'dark' })
    await page.getByRole('heading', { name: 'Drop an image anywhere' }).waitFor()
    const bytes = [...samplePng]
    const give = (event: 'paste' | 'drop') =>
      page.evaluate(
        `(() => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], '${event}.png', { type: 'image/png' }))
          const event = '${event}' === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true })
          document.body.dispatchEvent(event)
        })()`,
      )
    await give('paste')
    await page.getByAltText('paste.png').waitFor()
    expect(await findViolations(page)).toEqual([])
    await give('drop')
    await page.getByAltText('drop.png').waitFor()
  })
})
