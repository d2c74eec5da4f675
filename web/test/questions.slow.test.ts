import { expect, test } from 'vitest'
import type { Tenant } from '../../server/test/harness.ts'
import { notify } from '../../server/test/notify.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open } = useConsole()

async function ask(whom: Tenant, title: string, question: object) {
  const changes = { category: 'agentNeedsInput', title, message: 'Please decide.', question }
  const { status, body } = await notify(service, whom, changes)
  expect([status, body.detail]).toEqual([200, undefined])
  return { path: `/inbox/${body.notification_id}`, id: body.question_id as string }
}

const readGiven = async (id: string, { key }: Tenant) =>
  (await service.call('GET', `/api/v1/questions/${id}`, { key })).body.answer?.value

test('on a phone: a form, a draft with its diff, an order and a multiple choice', async () => {
  const mia = await service.tenant()
  const fields = {
    type: 'object',
    properties: {
      budget: { type: 'integer', title: 'Budget', description: 'In euros' },
      tone: { type: 'string', enum: ['warm', 'cool'] },
      urgent: { type: 'boolean' },
    },
    required: ['budget'],
  }
  const form = await ask(mia, 'How much?', { kind: 'form', fields })
  const edit = await ask(mia, 'Is the text good?', { kind: 'edit', draft: 'Hello\nall\nfriends' })
  const options = ['Mail', 'Print', 'Web']
  const rank = await ask(mia, 'What comes first?', { kind: 'rank', options })
  const many = await ask(mia, 'Which ones?', { kind: 'multi_choice', options })

  const page = await open(mia, { path: form.path, size: phone })
  await page.getByLabel('Budget').fill('many')
  await page.getByText('urgent', { exact: false }).first().click()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('This must be a whole number.').waitFor()
  await page.getByLabel('Budget').fill('400')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Form filled in').first().waitFor()
  expect(await readGiven(form.id, mia)).toEqual({ budget: 400, urgent: true })

  await page.goto(new URL(edit.path, page.url()).href)
  await page.getByLabel('Text').fill('Hello\neveryone\nfriends')
  const changes = page.getByRole('region', { name: 'Your changes' })
  await changes.getByText('everyone').waitFor()
  await expect.poll(() => changes.locator('del').textContent()).toBe('all')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve with changes' }).click()
  await page.getByText('Approved with changes').first().waitFor()

  await page.goto(new URL(rank.path, page.url()).href)
  await page.getByRole('button', { name: 'Move Web up' }).click()
  await page.getByRole('button', { name: 'Move Web up' }).click()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send order' }).click()
  const order = page.getByRole('group', { name: 'Question' }).getByText('1. Web, 2. Mail, 3. Print')
  await order.waitFor()

  await page.goto(new URL(many.path, page.url()).href)
  await page.getByText('Print', { exact: true }).click()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send answer (1)' }).click()
  await expect.poll(() => readGiven(many.id, mia)).toEqual(['Print'])
})

test('a quorum shows who answered, and each person votes once', async () => {
  const mia = await service.tenant()
  const jo = await service.colleague(mia, 'member')
  const quorum = { of: [mia.userId, jo.userId] }
  const { path } = await ask(mia, 'Shall we start?', { kind: 'approval', quorum })
  const page = await open(mia, { path, theme: 'dark' })
  await page.getByText('0 of 2 approvals').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 of 2 approvals').waitFor()
  await page.getByText('You answered. Waiting for the others.').waitFor()
  expect(await findViolations(page)).toEqual([])
})
