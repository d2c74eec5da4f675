import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useService } from '../../test/harness.ts'
import { sealColumn } from './sealed-columns.ts'
import { sealedServerSecret } from './server-secrets.ts'
import { openStoredSecrets } from './stored-secrets.ts'

const service = useService()
const installation = 'the key of the installation'
const operator = 'the key of the operator'
const open = (key?: string) => openStoredSecrets(service.deps, { installation, operator: key })
const column = { table: 'test_secrets', column: 'data', field: 'key', purpose: 'test' }

beforeEach(async () => {
  await service.deps.db.system`create table test_secrets (data jsonb)`
})
afterEach(async () => {
  await service.deps.db.system`drop table test_secrets`
})

const stored = async () => {
  const rows = await service.deps.db.system<{
    data: { key?: string }
  }>`select data from test_secrets order by data ->> 'key' nulls last`
  return rows.map(({ data }) => data.key)
}
const store = (key: string | undefined) =>
  service.deps.db.system`
    insert into test_secrets values (${service.deps.db.system.json({ other: 1, key })})`

test('while an older process runs, text is stored in clear; then nothing older may start', async () => {
  const { system } = service.deps.db
  await system`delete from schema_compatibility where migration = 'sealed secrets'`
  const old = { id: randomUUID(), version: '0', newest_migration: 46, roles: '', host: '', pid: 1 }
  await system`insert into processes ${system.columns(old)}`
  const early = await open()
  expect(early.toStored('abc', 'test')).toBe('abc')
  expect(early.fromStored(early.toStored('sealed:abc', 'test'), 'test')).toBe('sealed:abc')
  await store('abc')
  await sealColumn({ ...service.deps, secrets: early }, column)
  expect(await stored()).toEqual(['abc'])
  early.close()

  await system`delete from processes where id = ${old.id}`
  const late = await open()
  expect(late.toStored('abc', 'test')).toMatch(/^sealed:i\./)
  const [row] = await system`
    select oldest_migration from schema_compatibility where migration = 'sealed secrets'`
  expect(row?.oldest_migration).toBe(47)
})

test('clear text is sealed later, and again once the operator has a key', async () => {
  await store('abc')
  await store(undefined)
  for (const [key, prefix] of [
    [undefined, 'sealed:i.'],
    [operator, 'sealed:o.'],
  ] as const) {
    const secrets = await open(key)
    await sealColumn({ ...service.deps, secrets }, column)
    const [first, second] = await stored()
    expect([first?.slice(0, 9), second]).toEqual([prefix, undefined])
    expect(secrets.fromStored(first as string, 'test')).toBe('abc')
    expect(() => secrets.fromStored(first as string, 'another place')).toThrow()
    const [other] = await service.deps.db.system`
      select data from test_secrets where data ->> 'key' is not null`
    expect(other?.data).toMatchObject({ other: 1 })
  }
  const without = await open()
  const [first] = await stored()
  expect(() => without.fromStored(first as string, 'test')).toThrow('ATELIER_SECRET_KEY')
})

test('the secrets of the installation are sealed only with the key of the operator', async () => {
  const { db, random } = service.deps
  const value = async () => {
    const [row] = await db.system`select value from server_secrets where name = 'a test'`
    return row?.value
  }
  const secret = await sealedServerSecret({ db, random, secrets: await open() }, 'a test')
  expect(await value()).toBe(secret)
  for (let start = 0; start < 2; start++) {
    const secrets = await open(operator)
    expect(await sealedServerSecret({ db, random, secrets }, 'a test')).toBe(secret)
    expect(await value()).toMatch(/^sealed:o\./)
  }
  const without = { db, random, secrets: await open() }
  await expect(sealedServerSecret(without, 'a test')).rejects.toThrow('ATELIER_SECRET_KEY')
})
