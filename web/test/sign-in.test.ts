import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../server/src/features/auth/sign-in-links.ts'
import { phone, violationsOf, withConsole } from './with-console.ts'

const { service, open, address } = withConsole()
const password = 'correct horse battery'

async function withPassword() {
  const mia = await service.tenant()
  const body = { new_password: password }
  await service.call('POST', '/api/v1/auth/password', { key: mia.key, body })
  return mia
}

describe('signing in', () => {
  test('leads to where the person was going, and no script can read the session', async () => {
    const mia = await withPassword()
    const page = await open(null, { path: '/inbox?filter=unread' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`${address()}/inbox?filter=unread`)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    const readable = await page.evaluate(
      'document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
    )
    expect(readable).not.toContain('ats_')
  })

  test('a session that ends asks again and goes on where it was', async () => {
    const mia = await withPassword()
    const page = await open(mia, { path: '/inbox' })
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await service.deps.db
      .system`update sessions set revoked_at = now() where user_id = ${mia.userId}`
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${address()}/inbox`)
  })

  test('signing out leaves nothing behind', async () => {
    const mia = await withPassword()
    const page = await open(mia)
    await page.getByRole('button', { name: /Workspace w-/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${address()}/inbox`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

describe('the one-time link', () => {
  test('sets the first password on a phone', async () => {
    const mia = await service.tenant()
    const link = await service.deps.db.transaction('system', (tx) =>
      createSignInLink(service.deps, tx, mia.userId),
    )
    const page = await open(null, { path: link.slice(address().length), size: phone })
    await page.getByRole('heading', { name: 'Welcome to Atelier' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('First name').fill('Mia')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set password and go in' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    const again = await open(null, { path: link.slice(address().length) })
    await again.getByLabel('Password').fill(password)
    await again.getByRole('button', { name: 'Set password and go in' }).click()
    await again.getByRole('alert').waitFor()
  })
})
