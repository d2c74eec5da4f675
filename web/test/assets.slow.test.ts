import { expect, onTestFinished, test } from 'vitest'
import { drawPng } from './png.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()

const picture = drawPng(120, 80, (x) => [x * 2, 90, 160])

test("a file is uploaded, found, opened, shown in an agent's question, and deleted", async () => {
  const mia = await service.tenant()
  const page = await open(mia, { path: '/assets' })
  await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: picture })
  const card = page.getByRole('list', { name: 'Assets' }).getByRole('link', { name: /kiln/ })
  await card.waitFor()
  await page.getByLabel('Find in all folders').fill('no such')
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  await page.getByLabel('Find in all folders').fill('KIL')
  await card.click()
  await page.getByText('120 × 80').waitFor()
  const shown = page.getByRole('img', { name: 'kiln.png' })
  await expect
    .poll(() => shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
    .toBe(120)
  expect(await findViolations(page)).toEqual([])
  const id = page.url().split('/').at(-1) ?? ''
  for (const name of ['oven.png', 'kiln.png']) {
    await page.getByRole('button', { name: 'Rename …' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }

  await service.call('POST', '/api/v1/service/agent/notify', {
    key: mia.key,
    body: {
      userId: String(mia.userId),
      workspaceId: String(mia.workspaceId),
      category: 'agentNeedsInput',
      title: 'May it be used?',
      message: 'It is ready.',
      body: `Here: [the kiln](/assets/${id}), not [this](https://elsewhere.example/files/x?type=image/png)`,
      threadId: 'kiln',
      question: { kind: 'approval' },
    },
  })
  const asked = await open(mia, { path: '/threads/kiln', size: phone, theme: 'dark' })
  const elsewhere: string[] = []
  asked.on('request', (request) => {
    if (!request.url().startsWith(baseUrl())) elsewhere.push(request.url())
  })
  await asked.reload()
  await asked.getByRole('img', { name: 'kiln.png' }).waitFor()
  expect(elsewhere).toEqual([])
  expect(await findViolations(asked)).toEqual([])
  await asked.getByRole('link', { name: 'the kiln' }).tap()
  await asked.waitForURL(`${baseUrl()}/assets/${id}`)

  await page.goto(`${baseUrl()}/chat`)
  await page.getByRole('heading', { name: '# agent-alerts' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('kiln')
  await page.getByRole('menuitem', { name: /^kiln/ }).click()
  await page.waitForURL(`${baseUrl()}/assets/${id}`)

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
  await asked.reload()
  await asked.getByRole('heading', { name: 'There is nothing here' }).waitFor()
})

test('another workspace cannot see it, and guests have no such screen', async () => {
  const mia = await service.tenant()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'kiln.png')
  const stored = await fetch(`${baseUrl()}/api/v1/assets/upload`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${mia.key}` },
    body: form,
  })
  const { id } = (await stored.json()) as { id: string }
  const stranger = await open(await service.tenant(), { path: `/assets/${id}` })
  await stranger.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  const guest = await open(await service.colleague(mia, 'guest'), { path: '/inbox' })
  await guest.getByRole('link', { name: 'Inbox' }).first().waitFor()
  await expect.poll(() => guest.getByRole('link', { name: 'Assets' }).count()).toBe(0)
})

test('folders: create, upload inside, drag, search, go back, move by dialog, delete', async () => {
  const mia = await service.tenant()
  const { key } = mia
  const folders = '/api/v1/assets/folders'
  const { body: launch } = await service.call('POST', folders, { key, body: { name: 'Launch' } })
  const page = await open(mia, { path: '/assets' })
  const list = (name: string) => page.getByRole('list', { name })
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'New folder' }).click()
  await dialog.getByLabel('Name').fill('launch')
  await dialog.getByRole('button', { name: 'Create folder' }).click()
  await dialog.getByText('There is already a folder named “launch” here.').waitFor()
  await dialog.getByLabel('Name').fill('Archive')
  await dialog.getByRole('button', { name: 'Create folder' }).click()
  await list('Folders').getByRole('link', { name: 'Archive' }).click()
  await page.waitForURL(/folder=/)
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: picture })
  const card = list('Assets').getByRole('link', { name: /kiln/ })
  await card.waitFor()

  const path = page.getByRole('navigation', { name: 'Folder path' })
  await card.dragTo(path.getByRole('link', { name: 'Assets' }))
  await page.getByText('1 file moved to “Assets”.').waitFor()
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  await page.goBack()
  await card.dragTo(list('Folders').getByRole('link', { name: 'Launch' }))
  await page.getByText('1 file moved to “Launch”.').waitFor()
  await page.getByLabel('Find in all folders').fill('kil')
  await card.getByText('in Launch').waitFor()

  await page.goto(`${baseUrl()}/assets?folder=${launch.id}`)
  await page.getByLabel('Select kiln.png').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Move to' }).press('Enter')
  await dialog.getByRole('option', { name: 'Archive' }).press('Enter')
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  await page.goto(`${baseUrl()}/assets`)
  await page.getByRole('button', { name: 'Actions for “Archive”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByText('Its files and folders move to “Assets”. No file is deleted.').waitFor()
  await dialog.getByRole('button', { name: 'Delete folder' }).click()
  await card.waitFor()

  const small = await open(mia, {
    path: `/assets?folder=${launch.id}`,
    size: phone,
    theme: 'dark',
  })
  await small.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  expect(await findViolations(small)).toEqual([])
  await service.call('DELETE', `${folders}/${launch.id}`, { key })
  await small.getByRole('heading', { name: 'This folder does not exist' }).waitFor()
})

test('an asset that is opened before it is inspected gets its size and thumbnail', async () => {
  const { engines } = service.deps
  const { thumbnail } = engines
  onTestFinished(() => {
    engines.thumbnail = thumbnail
  })
  const shown = Promise.withResolvers<void>()
  engines.thumbnail = async (...job) => {
    await shown.promise
    return thumbnail(...job)
  }
  const mia = await service.tenant()
  const body = new FormData()
  body.append('file', new Blob([picture], { type: 'image/png' }), 'early.png')
  const { body: asset } = await service.call('POST', '/api/v1/assets/upload', {
    key: mia.key,
    body,
  })
  const [list, one] = [
    await open(mia, { path: '/assets' }),
    await open(mia, { path: `/assets/${asset.id}` }),
  ]
  const card = list.getByRole('list', { name: 'Assets' }).getByRole('link', { name: /early/ })
  await card.waitFor()
  await one.getByRole('heading', { level: 1, name: 'early.png' }).waitFor()
  await expect.poll(() => card.locator('img').count()).toBe(0)
  shown.resolve()
  await card.locator('img').waitFor()
  await one.getByText('120 × 80').waitFor()
})
