import { describe, expect, test } from 'vitest'
import { findViolations, phone, useConsole } from './use-console.ts'

const { open } = useConsole()

describe('the documentation', () => {
  test.each(['light', 'dark'] as const)('has no violations and fits a phone, %s', async (theme) => {
    const wide = await open(null, { theme, path: '/docs/workflow-steps' })
    expect(await findViolations(wide)).toEqual([])
    const narrow = await open(null, { theme, path: '/docs/workflow-steps', size: phone })
    expect(await findViolations(narrow)).toEqual([])
    await expect
      .poll(() => narrow.evaluate('document.documentElement.scrollWidth'))
      .toBe(phone.width)
    await narrow.getByRole('button', { name: 'Menu' }).click()
    await narrow.getByRole('navigation').getByRole('link', { name: 'Errors' }).click()
    await narrow.getByRole('heading', { name: 'Errors', level: 1 }).waitFor()
  })

  test('is searched by keyboard', async () => {
    const page = await open(null, { path: '/docs' })
    await page.keyboard.press('/')
    await page.keyboard.type('rate limits')
    await page.getByRole('option', { name: /^Limits: Rate limits/ }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/limits#rate-limits$/)
  })

  test('opens the first result, and says if there is none', async () => {
    const page = await open(null, { path: '/docs' })
    await page.getByRole('combobox').fill('xyzzy')
    await page.getByText('No results.').waitFor()
    await page.getByRole('combobox').fill('How do I set quiet hours?')
    await page.getByRole('option', { name: /: Preferences/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/notifications#preferences$/)
  })
})
