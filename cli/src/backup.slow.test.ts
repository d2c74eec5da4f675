import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useService } from '../../server/test/harness.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { useAtelier } from './test-atelier.ts'

const service = useService()
const atelier = useAtelier()
const folder = useFolder()
const key = 'ab'.repeat(32)

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: service.databaseUrl,
  ATELIER_DATA_DIR: join(folder, 'data'),
  ATELIER_BACKUP_DIR: join(folder, 'backups'),
  ATELIER_BACKUP_KEY: key,
  ...more,
})
const run = (...args: string[]) => atelier.runInProcess(args, { env: env() })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

test('create, list, verify and prune', async () => {
  const first = await json('backup', 'create')
  expect(first).toMatchObject({ kind: 'logical', totals: { files: expect.any(Number) } })
  const second = await run('backup', 'create')
  expect(second.stdout).toMatch(/^Created backup \S+: \d+ files, .* encrypted\.\n$/)
  const list = await json('backup', 'list')
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({ id: first.id, restorableUntil: first.finishedAt })
  const verified = await run('backup', 'verify', first.id)
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every byte is right'),
  })
  const pruned = await run('backup', 'prune', '--keep', '1')
  expect(pruned.stdout).toMatch(new RegExp(`^Removed: 1 \\(${first.id}\\), kept: 1,`))
  expect((await run('backup', 'verify', first.id)).code).toBe(4)

  const [object] = await readdir(join(folder, 'backups/objects'), { recursive: true }).then(
    (names) => names.filter((name) => name.includes('/')),
  )
  await writeFile(join(folder, 'backups/objects', object as string), 'damaged')
  const damaged = await run('backup', 'verify')
  expect(damaged.code).toBe(1)
  expect(damaged.stdout).toContain('is damaged')
})

test.each<[string, string[], Record<string, string>, number, string]>([
  ['no folder', ['backup', 'list'], { ATELIER_BACKUP_DIR: '' }, 2, 'with --dir'],
  ['no backups', ['backup', 'list'], { ATELIER_BACKUP_DIR: '/nowhere' }, 4, 'backup create --dir'],
  ['a short key', ['backup', 'create'], { ATELIER_BACKUP_KEY: 'abc' }, 1, 'openssl rand -hex 32'],
  ['another key', ['backup', 'verify'], { ATELIER_BACKUP_KEY: 'cd'.repeat(32) }, 1, 'another key'],
  ['a wrong rule', ['backup', 'prune', '--keep', 'some'], {}, 2, '--keep must be a list such as'],
  ['a missing key file', ['backup', 'list', '--key-file', '/nowhere'], {}, 1, 'cannot be read'],
  ['no zone', ['restore', '--into', 'x', '--at', '2026-11-15T10:00:00'], {}, 2, 'with its zone'],
])('%s: says what to do', async (_name, args, more, code, message) => {
  const ended = await atelier.runInProcess(args, { env: env(more) })
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(message)
})

test('restore leaves a folder with files alone', async () => {
  const into = join(folder, 'full')
  await mkdir(join(into, 'something'), { recursive: true })
  const { code, stderr } = await run('restore', '--into', into)
  expect(code).toBe(6)
  expect(stderr).toContain(`${into} is not empty`)
  expect(await readdir(into)).toEqual(['something'])
})
