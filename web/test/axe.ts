import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeOptions {
  /** A selector. Defaults to the whole page. */
  inside?: string
  /** Run only these rules. */
  only?: readonly string[]
  /** Run all rules except these. */
  without?: readonly string[]
}

/** What axe finds in the current page or frame. The script stays in the page, so it loads only once. */
export async function runAxe(
  page: Pick<Page, 'evaluate'>,
  { inside = 'html', only, without = [] }: AxeOptions = {},
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // The only frame is an email, whose content is the sender's.
    iframes: false,
    // Messages show the element's HTML, and selectors take long to build.
    selectors: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: only }),
  }
  // React Aria announces elements by their id for some seconds, though they may have gone meanwhile.
  const context = { include: [inside], exclude: ['[data-live-announcer]'] }
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  return (await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, help, nodes }) =>
        id + ': ' + help + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  )) as string[]
}

/** The axe violations of the current page. */
export async function findViolations(page: Page): Promise<string[]> {
  // An open dialog hides the page behind it, including its heading.
  const isBehind = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const without = isBehind ? ['landmark-one-main', 'page-has-heading-one'] : []
  return runAxe(page, { without })
}
