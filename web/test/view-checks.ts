import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFinds } from './axe.ts'
import type { Filled } from './filled-tenant.ts'
import type { View } from './views.ts'

export const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1100 },
  phone: { width: 390, height: 844 },
}

/** Follows what a page has asked the server for and not had an answer to. */
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

/** Goes there as a link would, without loading the page anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ to: ${JSON.stringify(path)} })`)
}

/** Everything is there that a view reads. */
export async function settled(page: Page, waiting: () => number): Promise<void> {
  const stillLoads =
    "document.querySelectorAll('[aria-label=Loading]').length + (__TSR_ROUTER__.state.status === 'pending' ? 1 : 0)"
  await expect
    .poll(async () => waiting() + Number(await page.evaluate(stillLoads)), {
      interval: 30,
    })
    .toBe(0)
}

/** Goes to a view and waits until everything is there. Returns its address. */
export async function showView(
  page: Page,
  waiting: () => number,
  { path, heading, isDialog }: View,
  filled: Filled,
): Promise<string> {
  const at = path(filled)
  await goTo(page, at)
  await page
    .getByRole('heading', { level: 1, name: heading, includeHidden: true })
    .waitFor({ state: 'attached' })
  if (isDialog) await page.getByRole('dialog').waitFor()
  await settled(page, waiting)
  return at
}

/** Colours that are on their way to others would be neither. */
const still = '*, ::before, ::after { transition: none !important; animation: none !important }'

/** Shows the page in these colours. */
async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
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
 * Colours, the costliest of all rules, are compared at one size: they are the same at every other.
 * What only a phone shows has a test of its own.
 */
async function axeAt(page: Page, inside: string, size: Size): Promise<string[]> {
  await colour(page, 'light')
  if (size !== 'wide') return inLight(await axeFinds(page, { inside, without: [contrast] }))
  const faults = inLight(await axeFinds(page, { inside }))
  return [...faults, ...(await contrastInTheDark(page, inside))]
}

const inLight = (faults: string[]) => faults.map((found) => `light: ${found}`)

async function contrastInTheDark(page: Page, inside: string): Promise<string[]> {
  await colour(page, 'dark')
  const faults = await axeFinds(page, { inside, only: [contrast] })
  return faults.map((found) => `dark: ${found}`)
}

/** The colours of the page as it stands, light and dark. */
export async function checkColours(page: Page): Promise<string[]> {
  await colour(page, 'light')
  const faults = inLight(await axeFinds(page, { only: [contrast] }))
  return [...faults, ...(await contrastInTheDark(page, 'html'))]
}

/** Checks everything that must hold of a view, at each size and in both colours. */
export async function checkView(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    const at = `${name}, ${size}`
    await page.setViewportSize(viewport)
    faults.push(...(await tooWide(page, at)))
    const [title, ...heads] = (await page.evaluate(
      `[document.title, ...[...document.querySelectorAll('h1')]
        .filter((head) => head.checkVisibility())
        .map((head) => head.innerText)]`,
    )) as string[]
    if (heads.length !== 1) faults.push(`${at}: ${heads.length} h1`)
    else if (!title?.includes(heads[0] ?? '?')) faults.push(`${at}: the title is ${title}`)
    if (size === 'tablet') continue
    for (const found of await axeAt(page, 'html', size as Size)) faults.push(`${at}, ${found}`)
  }
  await page.setViewportSize(sizes.wide)
  return faults
}

/** The same of what was opened in front of a view. */
export async function checkOpened(
  page: Page,
  name: string,
  at: readonly Size[] = ['wide', 'phone'],
): Promise<string[]> {
  const faults: string[] = []
  for (const size of at) {
    await page.setViewportSize(sizes[size])
    faults.push(...(await tooWide(page, `${name}, ${size}`)))
    const inside = await innermost(page)
    if (!inside) continue
    for (const found of await axeAt(page, inside, size)) {
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

async function tooWide(page: Page, at: string): Promise<string[]> {
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

/** Buttons of the page that open a menu or a list, each kind once. */
export async function popupsOf(page: Page, seen: Set<string>): Promise<Popup[]> {
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
    // “Column To Do” and “Column Done” are of a kind.
    const kind = name.split(' ')[0] ?? ''
    if (seen.has(kind)) return []
    seen.add(kind)
    return [{ name, trigger: page.locator(`[data-popup="${index}"]`) }]
  })
}

/** How much has moved by itself since the page was opened, as browsers count it, and what. */
export async function shiftsOf(page: Page): Promise<{ sum: number; what: string[] }> {
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
