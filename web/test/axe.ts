import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeOptions {
  /** A selector; the whole page unless told. */
  inside?: string
  /** Only these rules. */
  only?: readonly string[]
  /** All rules but these. */
  without?: readonly string[]
}

/** What axe finds in the page as it stands. It stays in the page, so that it is read once. */
export async function axeFinds(
  page: Page,
  { inside = 'html', only, without = [] }: AxeOptions = {},
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // Nothing of ours is in a frame except a mail, which is the sender's.
    iframes: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: only }),
  }
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  return (await page.evaluate(
    `axe.run(${JSON.stringify(inside)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, help, nodes }) =>
        id + ': ' + help + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  )) as string[]
}

/** What axe finds wrong with the page as it stands. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Behind a dialog the page is hidden, with its heading.
  const isBehind = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  const without = isBehind ? ['landmark-one-main', 'page-has-heading-one'] : []
  return axeFinds(page, { without })
}
