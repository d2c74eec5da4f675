import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../server/src/features/auth/sign-in-links.ts'
import { useMailServer } from '../../server/test/mail-server.ts'
import { password, passwordClient } from '../../server/test/passwords.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { smtp, mail } = await useMailServer()
const { service, open, baseUrl } = useConsole({ mail })
const { createTenantWithPassword } = passwordClient(service)

describe('signing in', () => {
  test('leads to where the person was going, and no script can read the session', async () => {
    const mia = await createTenantWithPassword()
    const page = await open(null, { path: '/inbox?filter=unread' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`${baseUrl()}/inbox?filter=unread`)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    const readable = await page.evaluate(
      'document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
    )
    expect(readable).not.toContain('ats_')
  })

  test.each(['/%09/evil.example/x', '//evil.example', '/%5Cevil.example', '/..//evil.example'])(
    'does not redirect to another site: %s',
    async (to) => {
      const mia = await createTenantWithPassword()
      const page = await open(null, { path: `/sign-in?to=${to}` })
      await page.getByLabel('Email').fill(mia.email)
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('Password').press('Enter')
      await page.waitForURL((url) => url.pathname !== '/sign-in')
      expect(new URL(page.url()).origin).toBe(baseUrl())
    },
  )

  test('asks again when the session ends, and returns to the same place', async () => {
    const mia = await createTenantWithPassword()
    const page = await open(mia, { path: '/inbox' })
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await service.deps.db
      .system`update sessions set revoked_at = now() where user_id = ${mia.userId}`
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${baseUrl()}/inbox`)
  })

  test('signing out leaves nothing behind', async () => {
    const mia = await createTenantWithPassword()
    const page = await open(mia)
    await page.getByRole('button', { name: /Workspace w-/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${baseUrl()}/inbox`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

describe('the one-time link', () => {
  test('sets the first password on a phone', async () => {
    const mia = await service.tenant()
    const link = await service.deps.db.transaction('system', (tx) =>
      createSignInLink(service.deps, tx, mia.userId),
    )
    const page = await open(null, { path: link.slice(baseUrl().length), size: phone })
    await page.getByRole('heading', { name: 'Welcome to Atelier' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('First name').fill('Mia')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    const again = await open(null, { path: link.slice(baseUrl().length) })
    await again.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await findViolations(again)).toEqual([])
  })
})

describe('an unverified address', () => {
  async function createUnverified() {
    const mia = await createTenantWithPassword()
    await service.deps.db.system`update users set email_verified_at = null where id = ${mia.userId}`
    return mia
  }

  const notice = 'is not verified. You get no email'

  async function requestLink(page: Page) {
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [link = ''] = /http\S+#atw_[\w-]+/.exec(smtp.mails.pop()?.parsed.text ?? '') ?? []
    return link
  }

  test('shows a notice until the person follows the link, on a phone', async () => {
    const page = await open(await createUnverified(), { size: phone })
    await page.getByText(notice).waitFor()
    expect(await findViolations(page)).toEqual([])
    const link = await requestLink(page)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Verify your email address' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await expect.poll(() => page.getByText(notice).count()).toBe(0)
  })

  test('its link lets someone else create an account of their own', async () => {
    const link = await requestLink(await open(await createUnverified()))
    const stranger = await open(null, { path: link.slice(baseUrl().length) })
    await stranger.getByRole('heading', { name: 'Verify your email address' }).waitFor()
    expect(await findViolations(stranger)).toEqual([])
    await stranger.getByRole('button', { name: 'Create an account' }).waitFor()
  })
})

describe('a forgotten password', () => {
  test('the email links to a page that sets a new one and signs in, once', async () => {
    const mia = await createTenantWithPassword()
    const elsewhere = await open(mia)
    await elsewhere.getByRole('heading', { name: 'Inbox' }).waitFor()
    const page = await open(null, { path: '/sign-in', size: phone })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email').fill(mia.email)
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Email').press('Enter')
    await page.getByText(`If ${mia.email} has an account here`).waitFor()
    expect(await findViolations(page)).toEqual([])
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [link = ''] = /http\S+#atw_[\w-]+/.exec(smtp.mails[0]?.parsed.text ?? '') ?? []
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(mia.email)
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('New password').fill('another long one')
    await page.getByLabel('New password').press('Enter')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await elsewhere.reload()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${baseUrl()}/sign-in`)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })

  test('an unknown address gets the same response', async () => {
    const page = await open(null, { path: '/forgotten' })
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If nobody@example.com has an account here').waitFor()
  })

  test('without a mail server, the page says who can create a link, and how', async () => {
    const { mail } = service.deps.config
    mail.smtpUrl = undefined
    const page = await open(null, { path: '/forgotten' })
    await page.getByLabel('Email').fill('mia@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('npx atelier sign-in-link mia@example.com').waitFor()
    expect(await findViolations(page)).toEqual([])
    mail.smtpUrl = smtp.url
  })
})
