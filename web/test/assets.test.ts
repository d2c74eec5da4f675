import { expect, test } from 'vitest'
import { drawPng } from './png.ts'
import { phone, violationsOf, withConsole } from './with-console.ts'

const { service, open, baseUrl } = withConsole()

const picture = drawPng(120, 80, (x) => [x * 2, 90, 160])

test("a file is uploaded, found, opened, shown in an agent's question, and deleted", async () => {
  const mia = await service.tenant()
  const page = await open(mia, { path: '/assets' })
  await page.getByRole('heading', { name: 'No assets yet' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: picture })
  const card = page.getByRole('list', { name: 'Assets' }).getByRole('link', { name: /kiln/ })
  await card.waitFor()
  await page.getByLabel('Find by name').fill('no such')
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  await page.getByLabel('Find by name').fill('KIL')
  await card.click()
  await page.getByText('120 × 80').waitFor()
  const shown = page.getByRole('img', { name: 'kiln.png' })
  expect(await shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(120)
  expect(await violationsOf(page)).toEqual([])
  const id = page.url().split('/').at(-1) ?? ''

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
  expect(await violationsOf(asked)).toEqual([])
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
  expect(await guest.getByRole('link', { name: 'Assets' }).count()).toBe(0)
})
