import type { Random } from '../lib/random.ts'
import type { Database } from './postgres/db.ts'

/** A secret of the installation, made by whichever process needs it first. */
export async function serverSecret(db: Database, random: Random, name: string): Promise<string> {
  const [row] = await db.system<{ value: string }>`
    insert into server_secrets (name, value) values (${name}, ${random.secret(32)})
    on conflict (name) do update set name = excluded.name returning value`
  return (row as { value: string }).value
}
