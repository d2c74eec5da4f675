import type { Sql } from '../../platform/postgres/sql.ts'
import { passwordFits } from './passwords.ts'

export interface Account {
  id: number
  email: string
  password_hash: string | null
  email_verified_at: Date | null
  is_active: boolean
}

/**
 * The accounts with an email address: first the one that verified it, then those that only claim it,
 * oldest first.
 */
export async function findAccounts(sql: Sql, email: string): Promise<Account[]> {
  return sql<Account>`
    select id, email, password_hash, email_verified_at, is_active from users
    where lower(email) = lower(${email.trim()}) order by email_verified_at is null, id`
}

/** The first account that the password belongs to. */
export async function accountWithPassword(
  accounts: readonly Account[],
  password: string,
): Promise<Account | undefined> {
  // Without an account, the response takes as long as with one.
  if (accounts.length === 0) await passwordFits(undefined, password)
  for (const account of accounts) {
    if (await passwordFits(account.password_hash, password)) return account
  }
  return undefined
}
