import type { Random } from '../lib/random.ts'
import type { Database } from './postgres/db.ts'

/** A secret of the installation, created by the first process that needs it and shared by all. */
export async function serverSecret(
  db: Pick<Database, 'system'>,
  random: Random,
  name: string,
  make: () => string = () => random.secret(32),
): Promise<string> {
  const [row] = await db.system<{ value: string }>`
    insert into server_secrets (name, value) values (${name}, ${make()})
    on conflict (name) do update set name = excluded.name returning value`
  return (row as { value: string }).value
}
