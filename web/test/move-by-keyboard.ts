import type { Page } from 'playwright-core'

/** Moves the last row of a list up by keyboard, and checks each announced position. */
export async function moveByKeyboard(page: Page, list: string, places: string[]): Promise<void> {
  const { keyboard } = page
  const rows = page.getByRole('grid', { name: list }).getByRole('row')
  await rows.first().focus()
  await keyboard.press('End')
  await rows.last().and(page.locator(':focus')).waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  for (const [at, name] of places.entries()) {
    if (at > 0) await keyboard.press('ArrowUp')
    await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
  }
  await keyboard.press('Enter')
}
