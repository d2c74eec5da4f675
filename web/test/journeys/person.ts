import type { Locator, Page } from 'playwright-core'

interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Uses the console with a pointer and a keyboard, and counts both. */
export class Person {
  readonly page: Page
  clicks = 0
  keys = 0

  constructor(page: Page) {
    this.page = page
  }

  get isOnPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) < 500
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks++
  }

  button(name: string | RegExp): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }).first())
  }

  /** Types into a field. If it has no focus yet, that costs a click. */
  async write(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    if (!(await hasFocus(field))) await this.click(field)
    await this.page.keyboard.type(text)
    this.keys += text.length
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    this.keys++
  }

  /** The dialog of the operating system counts as one click: a double click on a file. */
  async chooseFile(button: Locator, file: File): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.click(button)
    await (await chooser).setFiles(file)
    this.clicks++
  }

  /** By mouse, which counts as one click. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (!start || !end) throw new Error('There is nothing to drag, or nowhere to drag it')
    const { mouse } = this.page
    await mouse.move(start.x + 40, start.y + 20)
    await mouse.down()
    await mouse.move(start.x + 60, start.y + 40, { steps: 3 })
    await mouse.move(end.x + 60, end.y + 8, { steps: 5 })
    await mouse.up()
    this.clicks++
  }

  /** By the navigation, which on a phone has some screens behind "More". */
  async goTo(screen: string): Promise<void> {
    const name = this.isOnPhone ? 'Screens on a phone' : 'Screens'
    const bar = this.page.getByRole('navigation', { name, exact: true })
    await bar.waitFor()
    const link = bar.getByRole('link', { name: screen })
    if ((await link.count()) > 0) return this.click(link)
    await this.click(bar.getByRole('button', { name: 'More' }))
    await this.click(this.page.getByRole('menuitem', { name: screen }))
  }
}

/** Waits for a moment: a dialog gives the focus away after it has opened. */
async function hasFocus(field: Locator): Promise<boolean> {
  const focus = field.page().locator(':focus')
  return field
    .and(focus)
    .waitFor({ timeout: 500 })
    .then(
      () => true,
      () => false,
    )
}
