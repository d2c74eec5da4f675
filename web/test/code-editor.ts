import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** The types of the page, which the tests are compiled without. */
interface Browser {
  DataTransfer: new () => { setData(type: string, text: string): void }
  ClipboardEvent: new (type: string, init: object) => object
}

/** Replaces the text of an editor, as pasting does. The cursor is at the end then. */
export async function replaceText(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a')
  await editor.evaluate((element, pasted) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as Browser
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const target = element as unknown as { dispatchEvent(event: object): void }
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

/** Waits for the text of a code editor that is short enough to be rendered as a whole. */
export async function waitForCode(editor: Locator, text: string): Promise<void> {
  const shown = async () => (await editor.locator('.cm-line').allInnerTexts()).join('\n')
  await expect.poll(shown).toBe(text)
}

/**
 * Accepts a suggestion by keyboard. CodeMirror ignores the key for 75 ms after it shows suggestions,
 * because a person may still be typing, so this lets the clock of the page pass that.
 */
export async function acceptSuggestion(editor: Locator, name: string | RegExp): Promise<void> {
  const page = editor.page()
  await page.getByRole('option', { name }).first().waitFor()
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  await editor.press('Enter')
}
