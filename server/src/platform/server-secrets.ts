import type { Random } from '../lib/random.ts'
import type { Database } from './postgres/db.ts'
import type { StoredSecrets } from './stored-secrets.ts'

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

interface Needs {
  db: Pick<Database, 'system'>
  random: Random
  secrets: StoredSecrets
}

/** The same, sealed as soon as the operator has a key. The other key is in the same table. */
export async function sealedServerSecret(
  { db, random, secrets }: Needs,
  name: string,
  make?: () => string,
): Promise<string> {
  const stored = await serverSecret(db, random, name, make)
  const secret = secrets.fromStored(stored, name)
  const prefix = secrets.currentPrefix()
  if (secrets.hasOperatorKey && prefix !== null && !stored.startsWith(prefix)) {
    await db.system`
      update server_secrets set value = ${secrets.toStored(secret, name)}
      where name = ${name} and value = ${stored}`
  }
  return secret
}
