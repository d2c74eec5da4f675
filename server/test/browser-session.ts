import { sessionCookie } from '../src/features/auth/browser-cookie.ts'
import { newBrowserSession } from '../src/features/auth/sessions.ts'
import type { CallOptions, Harness, Tenant } from './harness.ts'

/** Calls like a page of the console, with the tenant's person signed in. */
export async function inBrowser({ deps }: Harness, { userId }: Tenant): Promise<CallOptions> {
  const secret = await deps.db.transaction('system', (tx) => newBrowserSession(deps, tx, userId))
  const [cookie = ''] = sessionCookie(deps.config, secret).split(';')
  return { headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}
