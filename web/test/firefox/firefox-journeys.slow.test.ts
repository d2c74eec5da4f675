import { describe, expect, test } from 'vitest'
import { workflowClient } from '../../../server/src/features/workflows/test-workflows.ts'
import { useColleague, useTenant } from '../../../server/test/harness.ts'
import { password, passwordClient } from '../../../server/test/passwords.ts'
import { isSoak } from '../../../server/test/soak.ts'
import { card, column, createBoard, dragTo, waitForTitles } from '../board-page.ts'
import { waitForCode } from '../code-editor.ts'
import { useFilledTenant } from '../filled-tenant.ts'
import { drawPng } from '../png.ts'
import { findOverflow } from '../view-checks.ts'
import { useFirefox } from './use-firefox.ts'

const steps = [{ id: 'one', type: 'set', value: 1 }]

describe.skipIf(!isSoak)('in Firefox', () => {
  const { service, baseUrl, open, takeFaults } = useFirefox()
  const mia = useTenant(service)
  const jo = useColleague(service, mia, 'member')
  const filled = useFilledTenant(service)

  test('an error, a violation of the policy and a wide element are noticed', async () => {
    const page = await open(mia, { path: '/boards' })
    await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor()
    await page.evaluate(`{
      console.error('It is logged')
      setTimeout(() => { throw new Error('It is thrown') })
      document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/x.png' }))
      const wide = document.createElement('div')
      wide.textContent = 'Wide'
      wide.style.width = '2000px'
      document.querySelector('main').append(wide)
    }`)
    const found: string[] = []
    await expect.poll(() => found.push(...takeFaults()) && found.length).toBe(3)
    expect(found.join('\n')).toMatch(/logged/)
    expect(found.join('\n')).toMatch(/thrown/)
    expect(found.join('\n')).toMatch(/img-src/)
    expect(await findOverflow(page, 'A')).not.toEqual([])
  })

  test('a person signs in by password', async () => {
    const kim = await passwordClient(service).createTenantWithPassword()
    const page = await open(null, { path: '/inbox?filter=unread' })
    await page.getByLabel('Email').pressSequentially(kim.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${baseUrl()}/inbox?filter=unread`)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  })

  test('cards are created, dragged and carried by keyboard, and another person sees it', async () => {
    const { path } = await createBoard(service, mia, ['One', 'Two'])
    const page = await open(mia, { path })
    const other = await open(jo, { path, size: 'phone' })
    await waitForTitles(page, 'To Do', ['One', 'Two'])
    await page.keyboard.press('c')
    await page.getByLabel('Title').pressSequentially('Three')
    await page.keyboard.press('Control+Enter')
    await waitForTitles(page, 'To Do', ['One', 'Two', 'Three'])
    await dragTo(page, card(page, 'Three'), card(page, 'One'))
    await waitForTitles(page, 'To Do', ['Three', 'One', 'Two'])
    await dragTo(page, card(page, 'One'), column(page, 'In Progress').getByText('No tasks'))
    // The click that ends a drag opens nothing.
    expect(page.url()).toBe(baseUrl() + path)
    await card(page, 'Two').press('Space')
    await page.getByText(/is lifted/).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await page.getByText(/In Progress, position 2/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await other.getByRole('radio', { name: /In Progress/ }).click()
    await waitForTitles(other, 'In Progress', ['One', 'Two'])
  })

  test('a post with an image from this device is saved as a draft', async () => {
    const page = await open(filled.owner, { path: '/social?view=drafts&compose=new' })
    const dialog = page.getByRole('dialog', { name: 'Write a post' })
    await dialog.getByLabel('Text').pressSequentially('A mug on a table')
    await dialog
      .locator('label', { has: page.getByRole('checkbox') })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Add media' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose an image or video' })
    await picker.locator('input[type=file]').setInputFiles(picture('mug.png'))
    await dialog.getByLabel('Description').pressSequentially('A red mug')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('link', { name: /A mug on a table/ }).click()
    await page.getByText('A red mug').waitFor()
  })

  test('a file is uploaded and shown', async () => {
    const page = await open(mia, { path: '/assets', size: 'phone' })
    await page.locator('input[type=file]').setInputFiles(picture('kiln.png'))
    await page.getByRole('list', { name: 'Assets' }).getByRole('link', { name: /kiln/ }).click()
    await page.getByText('120 × 80').waitFor()
    const shown = page.getByRole('img', { name: 'kiln.png' })
    await expect
      .poll(() => shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
      .toBe(120)
  })

  test('the code editor takes, completes and undoes text', async () => {
    const id = await workflowClient(service, () => mia).define({ title: 'Tags', steps })
    const page = await open(mia, { path: `/workflows/${id}?view=definition` })
    const text = page.getByRole('textbox', { name: 'Definition' })
    await text.press('Control+a')
    await text.pressSequentially('{"title": "Tags')
    await waitForCode(text, '{"title": "Tags"}')
    await text.press('End')
    await text.press('ArrowLeft')
    await text.pressSequentially(', "steps": [')
    await waitForCode(text, '{"title": "Tags", "steps": []}')
    await text.press('Control+Space')
    await page.getByRole('option').first().waitFor()
    await text.press('Escape')
    await text.press('Control+z')
    await expect.poll(() => text.innerText()).not.toContain('steps')
  })

  test('a document takes rich text, and another person sees who edits and what is saved', async () => {
    const data = { body: '# Launch\n\nMade by hand.' }
    const body = { title: 'Spring', data }
    const made = await service.call('POST', '/api/v1/projects/campaign', { key: mia.key, body })
    const path = `/projects/campaign/${made.body.id}`
    const page = await open(mia, { path })
    const other = await open(jo, { path, size: 'phone' })
    const text = page.getByRole('textbox', { name: 'Document text' })
    await text.getByText('Made by hand.').click()
    await text.press('End')
    await text.press('Enter')
    await text.pressSequentially('- ')
    await text.press('Control+b')
    await text.pressSequentially('two mugs')
    await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor()
    await other
      .getByRole('status')
      .getByText(/ is editing$/)
      .waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByRole('listitem').locator('strong', { hasText: 'two mugs' }).waitFor()
    const saved = await service.call('GET', `/api/v1/projects/campaign/${made.body.id}`, mia)
    expect(saved.body.data.body).toBe(`${data.body}\n\n* **two mugs**`)
  })

  test('chat messages arrive while another person is typing', async () => {
    const hers = await open(mia, { path: '/chat' })
    const his = await open(jo, { path: '/chat', size: 'phone' })
    const words = his.getByLabel('Write in agent-alerts')
    await words.pressSequentially('I am still wri')
    await hers.getByLabel('Write in agent-alerts').pressSequentially('Good morning.')
    await hers.keyboard.press('Enter')
    await his.getByRole('log').getByText('Good morning.').waitFor()
    await expect.poll(() => words.inputValue()).toBe('I am still wri')
  })
})

function picture(name: string) {
  const buffer = drawPng(120, 80, (x) => [x * 2, 90, 160])
  return { name, mimeType: 'image/png', buffer }
}
