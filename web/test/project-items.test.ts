import { beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../server/test/harness.ts'
import { carryByKeys } from './carry-by-keys.ts'
import { violationsOf, withConsole } from './with-console.ts'

const { service, open, address } = withConsole()

let mia: Tenant

beforeAll(async () => {
  mia = await service.tenant()
})

const base = '/api/v1/projects/campaign'

test('items are added, changed to the digit, put in order and deleted', async () => {
  const made = await service.call('POST', base, { key: mia.key, body: { title: 'Spring' } })
  const items = `${base}/${made.body.id}/items`
  const titles = async () =>
    (await service.call('GET', items, { key: mia.key })).body.results.map(
      ({ title }: { title: string }) => title,
    )
  const page = await open(mia, { path: `/projects/campaign/${made.body.id}?view=items` })
  const line = page.getByLabel('Add an item')
  for (const title of ['One', 'Two', 'Three']) {
    await line.fill(title)
    await line.press('Enter')
    await page.getByRole('row', { name: title }).waitFor()
  }
  await carryByKeys(page, 'Items', [
    'Insert after Three',
    'Insert between Two and Three',
    'Insert between One and Two',
  ])
  await expect.poll(titles).toEqual(['One', 'Three', 'Two'])
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('row', { name: 'Two' }).getByText('Two').click()
  const dialog = page.getByRole('dialog', { name: 'Two' })
  await dialog.getByLabel('Status').fill('live')
  await dialog.getByLabel('Priority').fill('5')
  await dialog.getByLabel('Due').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Category and data' }).click()
  await dialog.getByLabel('Data as JSON').fill('{"n":12345678901234567890}')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: 'Two' }).getByText('live').waitFor()
  expect((await service.call('GET', items, { key: mia.key })).text).toContain(
    '"n":12345678901234567890',
  )
  await page.getByRole('row', { name: 'One' }).getByText('One').click()
  await page.getByRole('button', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Delete item' }).click()
  await expect.poll(titles).not.toContain('One')
})

test('a type is added, with numbers for ids, and deleted again', async () => {
  const page = await open(mia, { path: '/projects' })
  await page.getByRole('button', { name: 'New type' }).click()
  await page.getByLabel('Title').fill('Press kit')
  await page.getByRole('button', { name: /Project ids/ }).click()
  await page.getByRole('option', { name: /Numbers/ }).click()
  await page.getByRole('button', { name: 'Add type' }).click()
  await page.waitForURL(`${address()}/projects/press-kit`)
  await page.getByRole('button', { name: 'Type actions' }).click()
  await page.getByRole('menuitem', { name: /Delete type/ }).click()
  await page.getByRole('button', { name: 'Delete type' }).click()
  await page.waitForURL(`${address()}/projects`)
  await page.getByText('The type Press kit is deleted.').waitFor()
  await page.getByRole('link', { name: /Press kit/ }).waitFor({ state: 'detached' })
})
