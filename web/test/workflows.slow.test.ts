import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findStep, workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { callAs, useColleague, useTenant } from '../../server/test/harness.ts'
import { samplePng } from '../../server/test/samples.ts'
import { findViolations, phone, useConsole } from './use-console.ts'
import { definition } from './workflow-definition.ts'

const { service, open } = useConsole()
const mia = useTenant(service)
const tom = useColleague(service, mia, 'admin')
const { define, start, waitForStep, readStatus, waitForEnd, approve } = workflowClient(
  service,
  () => mia,
)

/** A step of the graph. */
const node = (page: Page, id: string): Locator =>
  page.getByRole('region', { name: 'Run graph' }).locator(`[data-step="${id}"]`)

const hasStatus = (page: Page, id: string, wanted: string) =>
  expect.poll(() => node(page, id).getAttribute('data-status')).toBe(wanted)

describe('a run', () => {
  test('is started with a form, watched in two browsers, and approved in one', async () => {
    const id = await define(definition)
    const page = await open(mia, { path: `/workflows/${id}` })
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByLabel('Product').fill('x')
    await page.getByLabel('Count (optional)').fill('2.5')
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.getByText('Must be a whole number.').waitFor()
    await page.getByLabel('Count (optional)').fill('9')
    await page.getByRole('button', { name: 'Start the run' }).click()
    // Server errors also appear next to the field.
    await page.getByText('Must have at least 3 characters.').waitFor()
    await page.getByText('Must be at most 5.').waitFor()
    await page.getByLabel('Product').fill('The mug')
    await page.getByLabel('Count (optional)').fill('3')
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.waitForURL(/\/runs\//)

    const other = await open(tom, { path: new URL(page.url()).pathname })
    for (const one of [page, other]) {
      await hasStatus(one, 'approval', 'waiting')
      await hasStatus(one, 'one', 'completed')
      await hasStatus(one, 'yes', 'pending')
    }
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Comment (optional)').fill('Lovely.')
    await page.getByRole('button', { name: 'Approve' }).click()
    for (const one of [page, other]) {
      await hasStatus(one, 'yes', 'completed')
      await hasStatus(one, 'no', 'skipped')
      await one.getByRole('status').getByText('Completed').waitFor()
    }
    await node(other, 'approval').click()
    const output = other.getByRole('region', { name: 'Output of approval' })
    await output.getByText('Lovely.').waitFor()
  })

  test('starts with records that are chosen by name: a file, a board, a person, accounts', async () => {
    const call = callAs(service, mia)
    await call('POST', '/api/v1/pm/boards', { title: 'Spring launch' })
    const files = new FormData()
    files.append('file', new Blob([samplePng], { type: 'image/png' }), 'ball.png')
    const asset = await call('POST', '/api/v1/assets/upload', files)
    const properties = {
      picture: { type: 'string', format: 'asset-source' },
      board: { type: 'string', format: 'board-id' },
      approver: { type: ['integer', 'null'], format: 'user-id' },
      accounts: { type: 'array', items: { type: 'integer', format: 'social-account-id' } },
    }
    const chosen = { type: 'object', required: ['picture', 'board'], properties }
    const steps = [{ id: 'one', type: 'set', value: '${inputs}' }]
    const id = await define({ title: 'Choose', inputs: chosen, steps, output: '${inputs}' })
    const page = await open(mia, { path: `/workflows/${id}` })
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('There is nothing to choose yet.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await page.getByRole('row', { name: 'ball.png' }).click()
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await page.getByLabel('Board', { exact: true }).click()
    await page.getByRole('option', { name: 'Spring launch' }).click()
    await page.getByLabel('Approver (optional)').click()
    await page.getByRole('option', { name: 'Test Person' }).first().click()
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.waitForURL(/\/runs\//)
    const runId = new URL(page.url()).pathname.split('/').at(-1) as string
    const run = await waitForEnd({ id, runId })
    expect(run.output).toMatchObject({ picture: asset.id, board: 'spring-launch' })
    expect([mia.userId, tom.userId]).toContain(run.output.approver)
    const output = page.getByRole('region', { name: 'Output of the run' })
    await output.getByRole('link', { name: 'ball.png' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show JSON' }).click()
    await output.getByText(asset.id).waitFor()
  })

  test('is paused, resumed and ended with a reason, and the other browser shows it', async () => {
    const id = await define({
      ...definition,
      inputs: { type: 'object' },
      steps: [ask, { ...ask, id: 'second' }],
      output: 1,
    })
    const run = await start(id)
    await waitForStep(run, 'approval', 'waiting')
    const path = `/workflows/${id}/runs/${run.runId}`
    const page = await open(mia, { path })
    const other = await open(tom, { path })
    await other.getByRole('status').getByText('Running').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await other.getByRole('status').getByText('Paused').waitFor()
    await other.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('Running').waitFor()
    // No event reports a step; the run's stream does.
    await page.getByRole('button', { name: 'Approve' }).click()
    for (const one of [page, other]) {
      await hasStatus(one, 'approval', 'completed')
      await hasStatus(one, 'second', 'waiting')
    }
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Terminate' }).click()
    await page.getByLabel('Reason (optional)').fill('Not now.')
    await page.getByRole('button', { name: 'Terminate' }).click()
    await other.getByRole('status').getByText('Terminated').waitFor()
    await other.getByText('Not now.').first().waitFor()
    expect((await readStatus(run)).status).toBe('TERMINATED')
  })

  test('that failed says why, and can be retried', async () => {
    const id = await define({
      inputs: { type: 'object' },
      steps: [ask, { id: 'stop', type: 'fail', message: 'The kiln is cold.' }],
    })
    const run = await start(id)
    await waitForStep(run, 'approval', 'waiting')
    expect((await approve(run, { task_reference_name: 'approval' })).status).toBe(200)
    await waitForEnd(run)
    const page = await open(mia, { path: `/workflows/${id}/runs/${run.runId}`, theme: 'dark' })
    await page.getByRole('alert').getByText('The kiln is cold.').waitFor()
    await hasStatus(page, 'stop', 'failed')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Restart from the first step' }).click()
    await page.getByRole('button', { name: 'Restart' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(findStep(await readStatus(run), 'approval').status).toBe('waiting')
  })
})

const ask = { id: 'approval', type: 'ask', kind: 'approval', question: 'Shall it go on?' }
const after = { id: 'after', type: 'set', value: 1 }

test('on a phone: find a run, see its steps, answer its question', async () => {
  const anna = await service.tenant()
  const { define: make, start: begin, waitForStep: until } = workflowClient(service, () => anna)
  const id = await make({
    ...definition,
    inputs: { type: 'object' },
    steps: [ask, after],
    output: 1,
  })
  const run = await begin(id)
  await until(run, 'approval', 'waiting')
  const page = await open(anna, { path: '/workflows', size: phone, theme: 'dark' })
  await page.getByRole('link', { name: /Ask and tell/ }).tap()
  await page.getByText('Question: Shall it go on?').waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Steps of Ask and tell' }).isVisible())
    .toBe(false)
  await page.getByRole('link', { name: 'Runs' }).tap()
  await page.getByRole('link', { name: /Running/ }).tap()
  await page.getByRole('button', { name: 'Reject' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Reject' }).tap()
  await page.getByRole('status').getByText('Completed').waitFor()
})
