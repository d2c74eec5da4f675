import { expect } from 'vitest'
import type { Role } from '../src/http/permissions.ts'
import type { Harness, Tenant } from './harness.ts'

export const password = 'correct horse battery'

export async function setPassword(service: Harness, { key }: Tenant): Promise<void> {
  const body = { new_password: password }
  const answer = await service.call('POST', '/api/v1/auth/password', { key, body })
  expect(answer.status).toBe(204)
}

/** People who sign in with a password. */
export function passwordsOf(service: Harness) {
  async function withPassword(role?: Role): Promise<Tenant> {
    const tenant = await service.tenant(role)
    await setPassword(service, tenant)
    return tenant
  }

  const logIn = (email: string, given = password) =>
    service.call('POST', '/api/v1/auth/login', { body: { email, password: given } })

  return { withPassword, logIn }
}
