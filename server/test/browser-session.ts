import { sessionCookie } from '../src/features/auth/browser-cookie.ts'
import { newBrowserSession } from '../src/features/auth/sessions.ts'
import type { Harness, Tenant } from './harness.ts'

/** Calls like a page of the console, with the tenant's person signed in. */
export async function openBrowserSession({ deps }: Harness, { userId }: Tenant) {
  const secret = await deps.db.transaction('system', (tx) => newBrowserSession(deps, tx, userId))
  const [cookie = ''] = sessionCookie(deps.config, secret).split(';')
  return { headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}
