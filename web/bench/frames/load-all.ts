import type { Locator } from 'playwright-core'

interface Scroller {
  scrollHeight: number
  scrollTo(x: number, y: number): void
  querySelector(selector: string): { ariaSetSize: string } | null
}

/** Loads a whole list, and prints whether its last pages took longer than its first ones. */
export async function loadAll(name: string, scroller: Locator): Promise<void> {
  const pages = await scroller.evaluate(scrollToEnd)
  const mean = (some: number[]) => some.reduce((sum, ms) => sum + ms, 0) / some.length
  const [first, last] = [pages.slice(0, 10), pages.slice(-10)].map((some) => mean(some).toFixed(0))
  const seconds = pages.reduce((sum, ms) => sum + ms, 0) / 1000
  process.stdout.write(
    `${name}: ${pages.length} pages in ${seconds.toFixed(1)} s, ${first} ms each at first, ${last} ms at the end\n`,
  )
}

/**
 * Scrolls to the end in every frame until the last entry is loaded, then back. Returns the
 * milliseconds of each page. Runs in the browser.
 */
async function scrollToEnd(scroller: Scroller): Promise<number[]> {
  const { requestAnimationFrame: onFrame } = globalThis as unknown as {
    requestAnimationFrame(then: () => void): void
  }
  const pages: number[] = []
  let at = performance.now()
  let height = scroller.scrollHeight
  while (scroller.querySelector('li[aria-setsize]')?.ariaSetSize === '-1') {
    scroller.scrollTo(0, scroller.scrollHeight)
    await new Promise<void>((then) => onFrame(then))
    if (scroller.scrollHeight === height) continue
    const now = performance.now()
    pages.push(now - at)
    at = now
    height = scroller.scrollHeight
  }
  scroller.scrollTo(0, 0)
  return pages
}
