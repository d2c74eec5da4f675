import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { runAxe } from './axe.ts'
import type { FilledTenant } from './filled-tenant.ts'
import type { View } from './views.ts'

export const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1100 },
  phone: { width: 390, height: 844 },
}

/** Counts a page's pending API requests. */
export function followRequests(page: Page): () => number {
  const open = new Set<object>()
  page.on('request', (request) => {
    const isStream = request.headers().accept === 'text/event-stream'
    if (request.url().includes('/api/') && !isStream) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/** Navigates like a link, without a page load. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ to: ${JSON.stringify(path)} })`)
}

/** Counts what a page still loads. */
export async function countLoading(page: Page, waiting: () => number): Promise<number> {
  // A test that delays responses counts them in `heldResponses`.
  const inPage = await page.evaluate(`document.querySelectorAll('[aria-label=Loading]').length +
    (__TSR_ROUTER__.state.status === 'pending' ? 1 : 0) + (window.heldResponses ?? 0)`)
  return waiting() + Number(inPage)
}

/** Waits until a view has loaded everything. */
export async function waitForView(page: Page, waiting: () => number): Promise<void> {
  await expect.poll(() => countLoading(page, waiting), { interval: 30 }).toBe(0)
}

/** Opens a view and waits until everything is loaded. Returns its path. */
export async function showView(
  page: Page,
  waiting: () => number,
  { path, heading, isDialog }: View,
  filled: FilledTenant,
): Promise<string> {
  const at = path(filled)
  await goTo(page, at)
  await page
    .getByRole('heading', { level: 1, name: heading, includeHidden: true })
    .waitFor({ state: 'attached' })
  if (isDialog) await page.getByRole('dialog').waitFor()
  await waitForView(page, waiting)
  return at
}

/** Counts dialogs and menus in front of the page. */
export const countPopups = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-rac]').count()

/** Closes what was opened; a task that was already open over its board stays. */
export async function close(page: Page, before: number): Promise<void> {
  for (let tries = 0; tries < 3 && (await countPopups(page)) > before; tries++) {
    await page.keyboard.press('Escape')
    // source-rules: if the key closed nothing, it is pressed again.
    await expect
      .poll(() => countPopups(page), { timeout: 5_000 })
      .toBeLessThanOrEqual(before)
      .catch(() => {})
  }
}

/** Colours in mid-transition would give wrong results. */
const still = '*, ::before, ::after { transition: none !important; animation: none !important }'

/** Switches the page's colour scheme. */
async function setColourScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`new Promise((then) => {
    if (document.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(${JSON.stringify(still)})
      document.adoptedStyleSheets = [sheet]
    }
    requestAnimationFrame(() => requestAnimationFrame(then))
  })`)
}

type Size = keyof typeof sizes

const contrast = 'color-contrast'

/**
 * Contrast, the slowest rule, is checked at one size only: colours are the same at every size.
 * Elements that only a phone shows have their own test.
 */
async function runAxeAt(page: Page, inside: string, size: Size): Promise<string[]> {
  await setColourScheme(page, 'light')
  if (size !== 'wide') return inLight(await runAxe(page, { inside, without: [contrast] }))
  const faults = inLight(await runAxe(page, { inside }))
  return [...faults, ...(await contrastInTheDark(page, inside))]
}

const inLight = (faults: string[]) => faults.map((found) => `light: ${found}`)

async function contrastInTheDark(page: Page, inside: string): Promise<string[]> {
  await setColourScheme(page, 'dark')
  const faults = await runAxe(page, { inside, only: [contrast] })
  return faults.map((found) => `dark: ${found}`)
}

/** Checks the contrast of the current page, light and dark. */
export async function checkColours(page: Page): Promise<string[]> {
  await setColourScheme(page, 'light')
  const faults = inLight(await runAxe(page, { only: [contrast] }))
  return [...faults, ...(await contrastInTheDark(page, 'html'))]
}

/** Runs all checks on a view, at each size and in both colour schemes. */
export async function checkView(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    const at = `${name}, ${size}`
    await page.setViewportSize(viewport)
    faults.push(...(await findOverflow(page, at)))
    const [title, ...heads] = (await page.evaluate(
      `[document.title, ...[...document.querySelectorAll('h1')]
        .filter((head) => head.checkVisibility())
        .map((head) => head.innerText)]`,
    )) as string[]
    if (heads.length !== 1) faults.push(`${at}: ${heads.length} h1`)
    else if (!title?.includes(heads[0] ?? '?')) faults.push(`${at}: the title is ${title}`)
    if (size === 'tablet') continue
    for (const found of await runAxeAt(page, 'html', size as Size)) faults.push(`${at}, ${found}`)
  }
  await page.setViewportSize(sizes.wide)
  return faults
}

/** Runs the same checks on a dialog or menu opened over a view. */
export async function checkOpened(
  page: Page,
  name: string,
  at: readonly Size[] = ['wide', 'phone'],
): Promise<string[]> {
  const faults: string[] = []
  for (const size of at) {
    await page.setViewportSize(sizes[size])
    faults.push(...(await findOverflow(page, `${name}, ${size}`)))
    const inside = await innermost(page)
    if (!inside) continue
    for (const found of await runAxeAt(page, inside, size)) {
      faults.push(`${name}, ${size}, ${found}`)
    }
  }
  await page.setViewportSize(sizes[at[0] ?? 'wide'])
  return faults
}

async function innermost(page: Page): Promise<string | undefined> {
  return (await page.evaluate(`{
    for (const old of document.querySelectorAll('[data-checked]')) old.removeAttribute('data-checked')
    const all = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
    const last = [...all].filter((one) => one.checkVisibility()).at(-1)
    last?.setAttribute('data-checked', '')
    last && '[data-checked]'
  }`)) as string | undefined
}

/** What is wider than the page or its place. */
export async function findOverflow(page: Page, at: string): Promise<string[]> {
  const [over = 0, ...links] = (await page.evaluate(`[
    document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth,
    ...[...document.querySelectorAll('nav a')]
      .filter((link) => link.scrollWidth > link.clientWidth + 1 && link.checkVisibility())
      .map((link) => link.innerText),
  ]`)) as [number, ...string[]]
  return [
    ...(over > 0 ? [`${at}: ${over} px wider than the page`] : []),
    ...links.map((text) => `${at}: the link “${text}” is wider than its place`),
  ]
}

interface Popup {
  name: string
  trigger: Locator
}

/** The page's buttons that open a menu or a list, one of each kind. */
export async function listPopups(page: Page, seen: Set<string>): Promise<Popup[]> {
  const names = (await page.evaluate(`
    for (const old of document.querySelectorAll('[data-popup]')) old.removeAttribute('data-popup');
    [...document.querySelectorAll('button[aria-haspopup]:not(:disabled)')]
      .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true], [inert]'))
      .map((one, index) => {
        one.setAttribute('data-popup', index)
        const isList = one.getAttribute('aria-haspopup') === 'listbox'
        return isList ? 'List to choose from' : (one.getAttribute('aria-label') ?? one.innerText)
      })`)) as string[]
  return names.flatMap((name, index) => {
    // “Column To Do” and “Column Done” are of the same kind.
    const kind = name.split(' ')[0] ?? ''
    if (seen.has(kind)) return []
    seen.add(kind)
    return [{ name, trigger: page.locator(`[data-popup="${index}"]`) }]
  })
}

/** The layout shift since the page was opened, as browsers measure it, and what moved. */
export async function readLayoutShifts(page: Page): Promise<{ sum: number; what: string[] }> {
  return (await page.evaluate(`new Promise((then) => {
    const all = []
    const observer = new PerformanceObserver((list) => all.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
      all.push(...observer.takeRecords())
      const own = all.filter(({ hadRecentInput }) => !hadRecentInput)
      const nodes = own.flatMap(({ sources }) => sources.map(({ node }) => node))
      then({
        sum: own.reduce((sum, { value }) => sum + value, 0),
        what: [...new Set(nodes.map((node) => (node?.parentElement ?? node)?.className || node?.nodeName))],
      })
    })))
  })`)) as { sum: number; what: string[] }
}
