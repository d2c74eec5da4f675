import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { failWrites } from './failing-server.ts'
import { moveByKeyboard } from './move-by-keyboard.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')

const base = '/api/v1/projects/campaign'

/** Creates a project with this text as its data. */
async function createProjectWith(data: string) {
  const response = await fetch(`${baseUrl()}${base}`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${mia.key}`, 'content-type': 'application/json' },
    body: `{"title":"Spring","data":${data}}`,
  })
  const { id } = (await response.json()) as { id: string }
  const text = async () => (await service.call('GET', `${base}/${id}`, { key: mia.key })).text
  return { id, path: `/projects/campaign/${id}`, text }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

describe('projects', () => {
  test('from the types to a project that is created, deleted and restored', async () => {
    const page = await open(mia, { path: '/projects' })
    await page.getByRole('link', { name: /brand/i }).click()
    await page.getByRole('heading', { name: /No projects of this type/ }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByLabel('Title').fill('Winter brand')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Winter brand' }).waitFor()
    await page.locator('[data-placeholder^="Write the text here"]').waitFor()
    await page.getByRole('tab', { name: 'Tree' }).click()
    await page.getByRole('button', { name: 'Add a key' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill('colour')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: 'colour' }).fill('ice')
    await save(page)
    await page.getByText('Revision 2', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Project actions' }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    await page.getByRole('button', { name: 'Delete project' }).click()
    await page.getByRole('button', { name: 'Deleted' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored Winter brand').waitFor()
    await page.getByRole('button', { name: /Back to active projects/ }).click()
    await page.getByRole('link', { name: /Winter brand/ }).waitFor()
  })

  test('a document is written as rich text, survives a failed save and a reload, and is Markdown', async () => {
    const { path, text } = await createProjectWith(
      '{"body":"# Launch\\n\\nMade by hand.","budget":1.10}',
    )
    const page = await open(mia, { path })
    const body = page.getByRole('textbox', { name: 'Document text' })
    await body.getByRole('heading', { name: 'Launch' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    // The editor notices a moved cursor a moment later; the toolbar shows when it has.
    await expect
      .poll(async () => {
        await body.press('Control+End')
        return page.getByRole('button', { name: 'Heading 1', pressed: false }).count()
      })
      .toBe(1)
    await body.press('Enter')
    await body.pressSequentially('- ')
    await body.press('Control+b')
    await body.pressSequentially('two mugs')
    await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor()
    await page.getByLabel('Phase').click()
    await page.getByRole('option', { name: 'Live' }).click()
    await page.getByLabel('Budget').fill('2.50')
    expect(await findViolations(page)).toEqual([])
    await failWrites(page, 'no response')
    await save(page)
    await page.getByRole('alert').waitFor()
    await page.reload()
    await body.getByRole('listitem').getByText('two mugs').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page)).toEqual([])
    await save(page)
    const saved =
      '"body":"# Launch\\n\\nMade by hand.\\n\\n* **two mugs**","budget":2.50,"phase":"live"'
    await expect.poll(text).toContain(`"data":{${saved}}`)
    await page.getByText('Markdown', { exact: true }).click()
    const source = page.getByLabel('Document text as Markdown')
    await source.fill('| a | b |\n|---|---|\n| 1 | 2 |')
    await page.getByText(/only Markdown keeps/).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('a long text is rich text; one that would take minutes to check stays Markdown', async () => {
    const long = '## Part\n\nMade *by hand*.\n\n'.repeat(300)
    const { path } = await createProjectWith(JSON.stringify({ body: long }))
    const page = await open(mia, { path })
    const heads = page.getByRole('textbox', { name: 'Document text' }).getByRole('heading')
    await heads.first().waitFor()
    await expect.poll(() => heads.count()).toBe(300)
    const slow = await createProjectWith(JSON.stringify({ body: '>'.repeat(50_000) }))
    await page.goto(baseUrl() + slow.path)
    await page.getByLabel('Document text as Markdown').waitFor()
    await page.getByText(/only Markdown keeps/).waitFor()
  })

  test('numbers keep every digit, and keys keep their order', async () => {
    const { path, text } = await createProjectWith('{"2":12345678901234567890,"1":1.10,"name":"a"}')
    const page = await open(mia, { path })
    await expect
      .poll(() => page.getByRole('textbox', { name: '2' }).inputValue())
      .toBe('12345678901234567890')
    await page.getByRole('textbox', { name: 'name' }).fill('b')
    await save(page)
    await expect.poll(text).toContain('"data":{"2":12345678901234567890,"1":1.10,"name":"b"}')

    await page.getByRole('tab', { name: 'JSON' }).click()
    const area = page.getByLabel('Data as JSON')
    await expect.poll(() => area.inputValue()).toContain('12345678901234567890')
    await area.fill('{\n  "2": 12345678901234567891\n  "1": 1\n}')
    await page.getByText('Line 3, column 3: A comma or } is missing here.').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
      .toBe(true)
    expect(await findViolations(page)).toEqual([])
    await area.fill('{\n  "2": 12345678901234567891,\n  "1": 1.00\n}')
    await save(page)
    await expect.poll(text).toContain('"data":{"2":12345678901234567891,"1":1.00}')
  })

  test('two people change the same field: both versions are shown, and one is chosen', async () => {
    const { path, text } = await createProjectWith('{"budget":10,"phase":"draft","place":"Lund"}')
    const page = await open(mia, { path })
    const other = await open(jo, { path })
    await page.getByRole('textbox', { name: 'phase' }).fill('mine')
    await page.getByRole('textbox', { name: 'budget' }).fill('11.50')
    await other.getByRole('textbox', { name: 'phase' }).fill('theirs')
    await other.getByRole('textbox', { name: 'place' }).fill('Malmö')
    await save(other)
    await other.getByText('Revision 2', { exact: true }).waitFor()
    await page.getByText(/saved a newer revision/).waitFor()
    await save(page)

    const dialog = page.getByRole('dialog', { name: 'Someone else changed this project' })
    await dialog.getByText('You both changed one value', { exact: false }).waitFor()
    const sides = await dialog.getByRole('radiogroup').innerText()
    expect(sides.split('\n').filter(Boolean)).toEqual([
      'phase',
      'Before',
      '"draft"',
      'Theirs',
      '"theirs"',
      'Mine',
      '"mine"',
    ])
    expect(await findViolations(page)).toEqual([])
    await dialog.getByText('Mine', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(text).toContain('"data":{"budget":11.50,"phase":"mine","place":"Malmö"}')
    await expect.poll(() => other.getByRole('textbox', { name: 'phase' }).inputValue()).toBe('mine')
  })

  test('people see each other, comment and mention beside the document', async () => {
    const { id, path } = await createProjectWith('{"body":"Made by hand."}')
    const page = await open(mia, { path })
    const other = await open(jo, { path })
    await page
      .getByRole('status')
      .getByText(/ is here$/)
      .waitFor()
    const text = other.getByRole('textbox', { name: 'Document text' })
    await text.press('End')
    await text.pressSequentially(' Twice.')
    await page
      .getByRole('status')
      .getByText(/ is editing$/)
      .waitFor()
    const aside = page.getByRole('complementary', { name: 'Comments' })
    const comment = aside.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Half a sen')
    await page.reload()
    await expect.poll(() => comment.inputValue()).toBe('Half a sen')
    await comment.fill('Looks good, @')
    await aside.getByRole('option').first().click()
    expect(await findViolations(page)).toEqual([])
    await aside.getByRole('button', { name: 'Comment' }).click()
    await other.getByText(/Looks good/).waitFor()
    await expect.poll(() => text.innerText()).toBe('Made by hand. Twice.')
    await save(other)
    await page.getByText(/Revision 2 · saved by/).waitFor()
    await other.close()
    await page
      .getByRole('status')
      .getByText(/ is (here|editing)$/)
      .waitFor({ state: 'detached' })
    const list = `/api/v1/comments?content_type=project&object_pk=${id}`
    const [sent] = (await service.call('GET', list, { key: mia.key })).body.results
    expect(sent.mentions).toHaveLength(1)
  })

  test('versions are compared and restored, on a phone', async () => {
    const { id, path, text } = await createProjectWith('{"price":1.10}')
    await service.call('PATCH', `${base}/${id}`, { key: mia.key, body: { data: { price: 2 } } })
    const page = await open(mia, { path: `${path}?view=history`, size: phone, theme: 'dark' })
    const diff = page.getByRole('region', { name: 'Differences' })
    await diff.getByText('1.10').waitFor()
    await page.getByText('Agent', { exact: true }).first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText(/restored revision 1/).waitFor()
    await expect.poll(text).toContain('"data":{"price":1.10}')
  })

  test('leaving unsaved changes asks first', async () => {
    const { path } = await createProjectWith('{"a":"b"}')
    const page = await open(mia, { path })
    await page.getByRole('textbox', { name: 'a', exact: true }).fill('c')
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect.poll(() => page.url()).toBe(baseUrl() + path)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'a', exact: true }).inputValue())
      .toBe('b')
  })
})

test('items are added, changed with exact numbers, reordered and deleted', async () => {
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
  await moveByKeyboard(page, 'Items', [
    'Insert after Three',
    'Insert between Two and Three',
    'Insert between One and Two',
  ])
  await expect.poll(titles).toEqual(['One', 'Three', 'Two'])
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('row', { name: 'Two' }).getByText('Two').click()
  const dialog = page.getByRole('dialog', { name: 'Two' })
  await dialog.getByLabel('Status').fill('live')
  await dialog.getByLabel('Priority').fill('5')
  await dialog.getByLabel('Due').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Category and data' }).click()
  await dialog.getByLabel('Data as JSON').fill('{"n":12345678901234567890}')
  expect(await findViolations(page)).toEqual([])
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
  await page.waitForURL(`${baseUrl()}/projects/press-kit`)
  await page.getByRole('button', { name: 'Type actions' }).click()
  await page.getByRole('menuitem', { name: /Delete type/ }).click()
  await page.getByRole('button', { name: 'Delete type' }).click()
  await page.waitForURL(`${baseUrl()}/projects`)
  await page.getByText('The type Press kit is deleted.').waitFor()
  await page.getByRole('link', { name: /Press kit/ }).waitFor({ state: 'detached' })
})
