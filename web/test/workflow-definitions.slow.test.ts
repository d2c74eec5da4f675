import { describe, expect, test } from 'vitest'
import { workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { callAs, useTenant } from '../../server/test/harness.ts'
import { acceptSuggestion, replaceText, waitForCode } from './code-editor.ts'
import { findViolations, useConsole } from './use-console.ts'
import { definition } from './workflow-definition.ts'

const { service, open } = useConsole()
const mia = useTenant(service)
const { define } = workflowClient(service, () => mia)

const after = { id: 'after', type: 'set', value: 1 }

describe('a definition', () => {
  test('with an error says where; fixed, it becomes the next version', async () => {
    const id = await define(definition)
    const page = await open(mia, { path: `/workflows/${id}?view=definition` })
    const text = page.getByRole('textbox', { name: 'Definition' })
    const right = JSON.stringify(definition, null, 2)
    const save = page.getByRole('button', { name: 'Save as version 2' })
    await page.getByText('No problems found.').waitFor()
    await replaceText(text, right.replace('"kind": "approval"', '"kind": "shouting"'))
    const problem = page.getByRole('button', { name: /definition\.steps\.1\.kind/ })
    await problem.waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await problem.click()
    await text.locator('.cm-activeLine').getByText('shouting').waitFor()
    await text.locator('.cm-lintRange-error').getByText('shouting').waitFor()
    await replaceText(text, `${right.slice(0, 40)},,`)
    await page
      .getByText(/line \d/)
      .first()
      .waitFor()
    const graph = page.getByRole('region', { name: 'Workflow graph' })
    await expect.poll(() => graph.locator('[data-step="approval"]').count()).toBe(1)
    expect(await findViolations(page)).toEqual([])
    await replaceText(text, right.replace('Asks somebody, then tells.', 'Asks louder.'))
    await page.getByText('No problems found.').waitFor()
    await save.click()
    await page.getByText('version 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByRole('link', { name: /^Version 1/ }).click()
    await page.getByRole('dialog').getByText('Asks somebody, then tells.').waitFor()
  })

  test('is completed by keyboard, and a version saved meanwhile is shown beside the text', async () => {
    const id = await define({ title: 'Tags', steps: [after] })
    const page = await open(mia, { path: `/workflows/${id}?view=definition`, theme: 'dark' })
    const text = page.getByRole('textbox', { name: 'Definition' })
    await page.getByText('No problems found.').waitFor()
    // Keys that open the studio elsewhere.
    await text.pressSequentially('gs')
    await replaceText(text, '{ "title": "Tags", "steps": [] }')
    for (let times = 0; times < 3; times++) await text.press('ArrowLeft')
    await text.press('Control+Space')
    await page.getByRole('option', { name: 'call' }).first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await text.pressSequentially('call')
    await acceptSuggestion(text, 'call')
    await text.pressSequentially('tag')
    await text.press('End')
    for (let times = 0; times < 6; times++) await text.press('ArrowLeft')
    await text.pressSequentially('createTa')
    await acceptSuggestion(text, /createTag/)
    const step = '{ "id": "tag", "type": "call", "operation": "createTag" }'
    await waitForCode(text, `{ "title": "Tags", "steps": [${step}] }`)

    const call = callAs(service, mia)
    const theirs = { title: 'Tags of theirs', steps: [after] }
    await call('PATCH', `/api/v1/service/workflows/${id}`, { definition: theirs })
    await page.getByText('Someone else saved version 2.').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"title": "Tags of theirs"').waitFor()
    await dialog.getByText('createTag').waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await text.getByText('createTag').waitFor()
  })

  test('is created from a template and deleted after a confirmation', async () => {
    const anna = await service.tenant()
    const page = await open(anna, { path: '/workflows' })
    await page.getByText('No workflows yet').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByRole('option', { name: 'A new workflow' }).click()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create workflow' }).click()
    await page.getByRole('heading', { name: 'A new workflow' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the workflow' }).click()
    await page.getByText('No workflows yet').waitFor()
  })
})
