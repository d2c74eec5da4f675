import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeWav } from '../../server/src/engines/media/test-wav.ts'
import { testModels } from '../../server/test/models.ts'
import { rememberWork } from '../../server/test/remember-work.ts'
import { sampleText } from '../../server/test/samples.ts'
import { insertTranscription } from './insert-records.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
beforeAll(async () => {
  for (const model of ['kokoro', 'silero', 'moonshine'] as const) await testModels.pull(model)
  rememberWork(service.deps.engines)
})

const word = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })

async function downloadContent(page: Page, press: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: press }).click()
  const parts: Buffer[] = []
  for await (const part of await (await saving).createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const twoSpeakers = [
  {
    start: 0,
    end: 1000,
    text: 'Good mourning.',
    speaker: 'Ada',
    words: [
      { text: 'Good', start: 0, end: 400, confidence: 0.9 },
      { text: 'mourning.', start: 450, end: 1000, confidence: 0.3 },
    ],
  },
  {
    start: 1500,
    end: 2500,
    text: 'Hello Ada.',
    speaker: 'Ben',
    words: [
      { text: 'Hello', start: 1500, end: 1900 },
      { text: 'Ada.', start: 2000, end: 2500 },
    ],
  },
]

describe('speech and transcription', () => {
  test('a sentence is spoken, transcribed, highlighted and corrected, and another browser shows it', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/speech' })
    await page.getByText('Nothing yet.').waitFor()
    await page.getByLabel('Search', { exact: true }).fill('heart')
    // A click while the list shrinks could miss.
    await page.getByRole('button', { name: /^Bella/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Heart/ }).click()
    await page.waitForURL(/voice=/)
    expect(await findViolations(page)).toEqual([])

    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('Das ist ein deutscher Satz über das schöne Wetter und die Kinder im Garten.')
    await page.getByRole('button', { name: 'Generate speech' }).click()
    await page.getByText(/looks like/).waitFor()
    await page.getByRole('textbox', { name: 'Text' }).fill(sampleText)
    await page.getByRole('button', { name: 'Generate speech' }).click()
    await page.getByRole('button', { name: 'Transcribe' }).waitFor()
    await page.getByText('The autumn mug', { exact: false }).last().waitFor()
    await expect.poll(() => page.locator('audio').getAttribute('src')).toMatch(/^\/files\//)
    await page.getByRole('button', { name: 'Transcribe' }).click()

    await page.waitForURL(/\/speech\/[0-9a-f-]{36}$/)
    await word(page, 'mug').waitFor()
    await page.locator('audio').waitFor()
    const other = await open(await service.colleague(mia, 'member'), {
      path: '/speech?tab=transcriptions',
    })
    await other.getByRole('link', { name: /heart\.wav/ }).click()
    await word(other, 'mug').waitFor()
    await other.getByRole('heading', { name: 'heart.wav' }).waitFor()
    const readLength = () => other.evaluate(`document.querySelector('audio').duration`)
    await expect.poll(readLength).toBeGreaterThan(1)
    expect(await findViolations(page)).toEqual([])

    // While the audio plays, the next word soon lights up, so here it only jumps to the word.
    await page.evaluate(
      `document.querySelector('audio').play = async function () { this.dataset.played = '' }`,
    )
    await word(page, 'mug').click()
    await expect.poll(() => word(page, 'mug').getAttribute('data-lit')).toBe('')
    await expect.poll(() => page.locator('audio[data-played]').count()).toBe(1)
    await word(page, 'mug').press('ArrowRight')
    await word(page, 'is').press('ArrowLeft')
    await word(page, 'mug').press('Enter')
    await page.getByRole('textbox', { name: /Correct/ }).fill('red cup')
    await page.getByRole('textbox', { name: /Correct/ }).press('Enter')
    await word(page, 'cup').waitFor()
    await word(other, 'cup').waitFor()

    expect(await downloadContent(page, 'WebVTT')).toMatch(/^WEBVTT[\s\S]*red cup/)
    expect(await downloadContent(page, 'SubRip')).toMatch(/^1\r?\n00:00:0[\s\S]*red cup/)
  })
})

describe('a transcription', () => {
  test('shows speakers and doubtful words, and plays a local file; one click seeks, the next corrects', async () => {
    const mia = await service.tenant()
    const id = await insertTranscription(service, mia, { status: 'DONE', phrases: twoSpeakers })
    const page = await open(mia, { path: `/speech/${id}`, size: phone })
    await page.getByText('Ben', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'talk.mp4' }).waitFor()
    await page.getByText('The recording was deleted').waitFor()
    expect(await findViolations(page)).toEqual([])
    // A video by its type only: the player and its subtitles don't need an actual image.
    const film = {
      name: 'talk.mp4',
      mimeType: 'video/mp4',
      buffer: writeWav(8000, [new Float32Array(24_000)]),
    }
    await page.locator('input[type=file]').setInputFiles(film)
    await page.getByRole('switch', { name: 'Show on the video' }).waitFor()
    const firstCue = () =>
      page.evaluate(`document.querySelector('video').textTracks[0]?.cues?.[0]?.text ?? ''`)
    await expect.poll(firstCue).toContain('Good mourning.')
    await word(page, 'mourning.').click()
    await word(page, 'mourning.').click()
    await page.getByRole('textbox', { name: /Correct/ }).fill('morning.')
    await page.getByText('Ben', { exact: true }).click()
    await word(page, 'morning.').waitFor()
    await expect.poll(firstCue).toContain('Good morning.')
    await expect
      .poll(async () => {
        const { body } = await service.call('GET', `/api/v1/transcription/${id}`, { key: mia.key })
        return body.text
      })
      .toBe('Good morning. Hello Ada.')
  })

  test('is edited as text: times stay, and another person’s change of a phrase is shown', async () => {
    const mia = await service.tenant()
    const id = await insertTranscription(service, mia, { status: 'DONE', phrases: twoSpeakers })
    const path = `/api/v1/transcription/${id}`
    const read = async () => (await service.call('GET', path, { key: mia.key })).body
    const page = await open(mia, { path: `/speech/${id}` })
    const first = page.getByRole('textbox', { name: 'Text at 0:00' })
    const edit = () => page.getByRole('button', { name: 'Edit as text' }).click()
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await edit()
    await first.fill('Good morning.')
    expect(await findViolations(page)).toEqual([])
    const [, second] = twoSpeakers
    const theirs = { ...second, text: 'Hello, Ada!', words: undefined }
    await service.call('PATCH', path, { key: mia.key, body: { phrases: [twoSpeakers[0], theirs] } })
    await save()
    await word(page, 'morning.').waitFor()
    const { text, payload } = await read()
    expect(text).toBe('Good morning. Hello, Ada!')
    expect(payload.phrases[0].words).toEqual([
      twoSpeakers[0]?.words[0],
      { text: 'morning.', start: 450, end: 1000 },
    ])

    await edit()
    await first.fill('Good evening.')
    const other = { ...twoSpeakers[0], text: 'Good night.', words: undefined }
    await service.call('PATCH', path, { key: mia.key, body: { phrases: [other, second] } })
    await save()
    const dialog = page.getByRole('dialog', { name: /Someone else changed/ })
    await dialog.getByText('Good night.').waitFor()
    await dialog.getByText('Good evening.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await word(page, 'evening.').waitFor()
    expect((await read()).text).toBe('Good evening. Hello Ada.')
  })

  test('a correction of a word is merged with another person’s, or kept as text if both changed the phrase', async () => {
    const mia = await service.tenant()
    const id = await insertTranscription(service, mia, { status: 'DONE', phrases: twoSpeakers })
    const path = `/api/v1/transcription/${id}`
    const page = await open(mia, { path: `/speech/${id}` })
    const [first, second] = twoSpeakers
    /** Just before the page's correction arrives, someone else's does. */
    const correctAfter = async (phrases: object[], from: string, to: string) => {
      const isSent = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      let isTheirsThere = false
      await intercept(page, `**${path}`, async (route) => {
        const isFirst = !isTheirsThere && route.request().method() === 'PATCH'
        isTheirsThere ||= isFirst
        if (isFirst) await service.call('PATCH', path, { key: mia.key, body: { phrases } })
        await route.continue()
      })
      await word(page, from).click()
      await word(page, from).click()
      await page.getByRole('textbox', { name: /Correct/ }).fill(to)
      await page.getByText('Ben', { exact: true }).click()
      expect((await isSent).status()).toBe(412)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await word(page, 'mourning.').waitFor()
    const theirs = { ...second, text: 'Hello, Ada!', words: undefined }
    await correctAfter([first as object, theirs], 'mourning.', 'morning.')
    await expect
      .poll(async () => (await service.call('GET', path, { key: mia.key })).body.text)
      .toBe('Good morning. Hello, Ada!')
    await word(page, 'Ada!').waitFor()
    await correctAfter([{ ...first, text: 'Good night.', words: undefined }, theirs], 'Good', 'Hey')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Text at 0:00' }).inputValue())
      .toBe('Hey morning.')
  })

  test('shows its progress, is cancelled and deleted', async () => {
    const mia = await service.tenant()
    const id = await insertTranscription(service, mia, { status: 'PROCESSING', percent: 30 })
    const page = await open(mia, { path: '/speech?tab=transcriptions', theme: 'dark' })
    await page.getByRole('link', { name: /30 %/ }).click()
    await page.getByText('listening').waitFor()
    await service.deps.db.system`update transcriptions set percent = 60 where id = ${id}`
    await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Transcription cancelled' }).waitFor()
    await page.getByRole('button', { name: 'Delete the transcription' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${baseUrl()}/speech?tab=transcriptions`)
    await page.getByRole('heading', { name: 'No transcriptions yet' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('says why it failed', async () => {
    const mia = await service.tenant()
    const message = 'The file has no sound, so there is nothing to transcribe.'
    const id = await insertTranscription(service, mia, {
      status: 'FAILED',
      errors: [{ code: 'no_audio', message, field: 'asset_id' }],
    })
    const page = await open(mia, { path: `/speech/${id}` })
    await page.getByRole('alert').getByText(message).waitFor()
  })
})

describe('on a phone', () => {
  test('voices in the dark theme', async () => {
    const page = await open(await service.tenant(), { path: '/speech', size: phone, theme: 'dark' })
    await page.getByRole('button', { name: 'Play sample of Heart' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})
