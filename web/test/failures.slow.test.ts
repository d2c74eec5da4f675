import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { column } from './board-page.ts'
import { failReads, failWrites } from './failing-server.ts'
import { useFilledTenant } from './filled-tenant.ts'
import { useConsole } from './use-console.ts'
import { countLoading, followRequests, goTo, waitForView } from './view-checks.ts'
import { views } from './views.ts'

const { service, open } = useConsole()
const filled = useFilledTenant(service)

const wrong = 'Something went wrong on our side.'
const broken = {
  status: 500,
  code: 'internal_error',
  detail: wrong,
  requestId: 'req-that-broke',
}

/** These views show data that another view has already loaded. */
const readsNothing = [
  /^\/inbox\?/,
  /^\/boards\/.+\//,
  /view=(json|list|document)/,
  /^\/studio\?.+tool=/,
  /^\/social\?span/,
  /^\/social\?view=accounts/,
  /view=definition$/,
  /^\/chat\//,
  /^\/settings\/(profile|workspace)/,
]

/**
 * Presses every “Try again” once, as soon as it appears: an event may refetch the screen and remove
 * the button. The refetched content may have its own button, so it counts as a failure until it is
 * rendered.
 */
async function failuresLeft(page: Page, waiting: () => number): Promise<number> {
  const loading = await countLoading(page, waiting)
  const failures = await page.evaluate<number>(`new Promise((then) => {
    const count = () => {
      const buttons = [...document.querySelectorAll('button')]
        .filter((one) => one.innerText.trim() === 'Try again')
      for (const one of buttons.filter((one) => !one.dataset.pressed)) {
        one.dataset.pressed = 'yes'
        one.click()
      }
      const isTold = document.body.innerText.includes(${JSON.stringify(wrong)})
      then(buttons.length + (isTold ? 1 : 0))
    }
    requestAnimationFrame(() => requestAnimationFrame(count))
  })`)
  return loading + failures
}

describe('a read that fails', () => {
  test('shows the error and its id on every screen, and a retry works', async () => {
    const page = await open(filled.owner, { path: '/settings/profile' })
    const waiting = followRequests(page)
    const side = page.getByRole('navigation', { name: 'Screens', exact: true })
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { path, heading } of views) {
      const at = path(filled)
      if (readsNothing.some((one) => one.test(at))) continue
      const restore = await failReads(page, broken)
      await goTo(page, at)
      await expect
        .poll(() => page.getByText(/req-that-broke/).count(), { message: at })
        .toBeGreaterThan(0)
      await page.getByRole('alert').filter({ hasText: wrong }).first().waitFor()
      await waitForView(page, waiting)
      await side.getByRole('link', { name: 'Chat' }).click({ trial: true })
      await restore()
      await expect.poll(() => failuresLeft(page, waiting), { message: at }).toBe(0)
      await page
        .getByRole('heading', { level: 1, name: heading, includeHidden: true })
        .waitFor({ state: 'attached' })
      expect([at, await page.getByText(wrong).count()]).toEqual([at, 0])
    }
  })
})

/** A change: how to make it, and a check that the old state and the typed text are still there. */
interface Change {
  path: () => string
  change: (page: Page) => Promise<void>
  stays: (page: Page) => Promise<void>
}

const has = (page: Page, label: string | RegExp, text: string) =>
  expect.poll(() => page.getByRole('textbox', { name: label }).first().inputValue()).toBe(text)

const changes: Record<string, Change> = {
  'a card that is moved goes back': {
    path: () => filled.board,
    change: async (page) => {
      await column(page, 'To Do').getByRole('link').first().press('Space')
      await page.getByText(/is lifted/).waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
    },
    stays: (page) =>
      column(page, 'To Do').getByText('Schedule the posts of the first week').waitFor(),
  },
  'a task keeps its words': {
    path: () => filled.board,
    change: async (page) => {
      await page.getByRole('button', { name: 'New task' }).click()
      await page.getByLabel('Title').fill('Lost and found')
      await page.getByRole('button', { name: 'Create task' }).click()
    },
    stays: (page) => has(page, 'Title', 'Lost and found'),
  },
  'a comment keeps its words': {
    path: () => filled.task,
    change: async (page) => {
      await page.getByRole('textbox', { name: 'Comment' }).fill('Lost and found')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
    },
    stays: (page) => has(page, 'Comment', 'Lost and found'),
  },
  'a description keeps its words': {
    path: () => filled.task,
    change: async (page) => {
      await page.getByRole('button', { name: /Add a description|Edit the description/ }).click()
      await page.getByLabel('Description').fill('Lost and found')
      await page.getByLabel('Description').press('Control+Enter')
    },
    stays: (page) => has(page, 'Description', 'Lost and found'),
  },
  'a line of a checklist keeps its words': {
    path: () => filled.task,
    change: async (page) => {
      await page.getByLabel('Add an item').fill('Lost and found')
      await page.getByLabel('Add an item').press('Enter')
    },
    stays: (page) => has(page, 'Add an item', 'Lost and found'),
  },
  'an answer keeps its words': {
    path: () => filled.question,
    change: async (page) => {
      await page.getByLabel('Comment (optional)').first().fill('Lost and found')
      await page
        .getByRole('button', { name: /Approve/ })
        .first()
        .click()
    },
    stays: (page) => has(page, 'Comment (optional)', 'Lost and found'),
  },
  'a message keeps its words': {
    path: () => '/chat',
    change: async (page) => {
      await page.getByLabel('Write in agent-alerts').fill('Lost and found')
      await page.keyboard.press('Enter')
    },
    stays: (page) => has(page, 'Write in agent-alerts', 'Lost and found'),
  },
  'a project keeps its words': {
    path: () => filled.project,
    change: async (page) => {
      await page.getByRole('textbox', { name: 'goal' }).fill('Lost and found')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    stays: (page) => has(page, 'goal', 'Lost and found'),
  },
  'a post keeps its words': {
    path: () => `${filled.post}?compose=edit`,
    change: async (page) => {
      await page.getByLabel('Text').fill('Lost and found')
      await page.getByRole('button', { name: 'Save draft' }).click()
    },
    stays: (page) => has(page, 'Text', 'Lost and found'),
  },
  'settings keep their words': {
    path: () => '/settings/workspace',
    change: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Lost and found')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    stays: (page) => has(page, 'Name', 'Lost and found'),
  },
}

describe('a write that fails', () => {
  let page: Page
  let waiting: () => number

  /** Starts each case on a fresh page, so that leaving typed text needs no confirmation. */
  const begin = async (path: string) => {
    page = await open(filled.owner, { path })
    waiting = followRequests(page)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await waitForView(page, waiting)
  }

  test.each(Object.entries(changes))('%s', async (_name, { path, change, stays }) => {
    await begin(path())
    await failWrites(page, broken)
    await change(page)
    await page
      .getByText(/req-that-broke/)
      .first()
      .waitFor()
    await stays(page)
  })

  test('because of a rate limit is reported, and the text stays', async () => {
    await begin('/chat')
    const late = 'Too many requests. Try again in two minutes.'
    await failWrites(page, {
      status: 429,
      code: 'rate_limited',
      detail: late,
      requestId: 'req-too-many',
      headers: { 'retry-after': '120' },
    })
    await changes['a message keeps its words']?.change(page)
    await page.getByText(late).waitFor()
    await changes['a message keeps its words']?.stays(page)
  })

  test('because the server does not respond is reported, and the text stays', async () => {
    await begin('/settings/workspace')
    await failWrites(page, 'no response')
    await changes['settings keep their words']?.change(page)
    await page.getByText(/server is not responding/).waitFor()
    await changes['settings keep their words']?.stays(page)
  })
})
