import { hash } from '@node-rs/argon2'
import type { Role } from '../src/http/permissions.ts'
import type { Harness, Tenant } from './harness.ts'

export const password = 'correct horse battery'

/** Checking it takes a millisecond. The server's own hashes take a core 30 ms. */
let cheapHash: Promise<string> | undefined

export function hashCheaply(): Promise<string> {
  // 2 is Algorithm.Argon2id, a const enum that cannot be imported.
  cheapHash ??= hash(password, { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 })
  return cheapHash
}

export async function setPassword(
  { deps }: Harness,
  { userId }: Pick<Tenant, 'userId'>,
): Promise<void> {
  await deps.db.system`update users set password_hash = ${await hashCheaply()} where id = ${userId}`
}

/** People who sign in with a password. */
export function passwordClient(service: Harness) {
  async function createTenantWithPassword(role?: Role): Promise<Tenant> {
    const tenant = await service.tenant(role)
    await setPassword(service, tenant)
    return tenant
  }

  const logIn = (email: string, given = password) =>
    service.call('POST', '/api/v1/auth/login', { body: { email, password: given } })

  return { createTenantWithPassword, logIn }
}
