import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type ServerProcess, useProcesses } from '../../server/test/processes.ts'
import { createTeamspace, request, teamspaces, until } from '../../server/test/server-client.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { useAtelier } from './test-atelier.ts'

const { dataFolder, runToExit, startServer } = useProcesses()
const atelier = useAtelier()
const folder = useFolder()
const backups = join(folder, 'backups')
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await dataFolder()
  server = await startServer({ dataDir })
})

const env = (more: Record<string, string> = {}) => ({
  ATELIER_DATA_DIR: dataDir,
  ATELIER_BACKUP_DIR: backups,
  ...more,
})
const run = (...args: string[]) => atelier.runInProcess(args, { env: env() })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

async function expectTeamspaces(into: string, ids: number[]): Promise<void> {
  const restored = await startServer({ dataDir: into })
  for (const id of ids) await request(restored, 'GET', `${teamspaces}/${id}`)
  expect((await restored.stop()).code).toBe(0)
}

test('create, list, verify, prune and restore, while the service runs', async () => {
  const id = await createTeamspace(server, 'Saved')
  const first = await json('backup', 'create')
  expect(first).toMatchObject({ totals: { files: expect.any(Number) }, damaged: [] })
  const second = await run('backup', 'create')
  expect(second.stdout).toMatch(/^Created backup \S+: \d+ files and the database, .*\n$/)
  const list = await json('backup', 'list')
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({ id: first.id, finishedAt: first.finishedAt })
  const verified = await run('backup', 'verify', first.id)
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every byte is right'),
  })
  const pruned = await run('backup', 'prune', '--keep', '1')
  expect(pruned.stdout).toMatch(new RegExp(`^Removed: 1 \\(${first.id}\\), kept: 1,`))
  expect((await run('backup', 'verify', first.id)).code).toBe(4)

  const into = await dataFolder()
  const restored = await run('restore', '--into', into)
  expect(restored.stdout).toContain(`Start it with: ATELIER_DATA_DIR=${into} atelier serve`)
  await expectTeamspaces(into, [id])
})

test('kill -9 of a backup leaves the others whole, and the next one works', async () => {
  const [before] = await json('backup', 'list')
  const killed = atelier.launch(['backup', 'create'], { env: env() })
  const unfinished = join(backups, 'files/.unfinished')
  await until('the copy has begun', async () => (await readdir(unfinished)).length > 0)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await json('backup', 'list')).toEqual([before])
  expect((await run('backup', 'verify')).code).toBe(0)
  const next = await json('backup', 'create')
  expect((await json('backup', 'list')).map(({ id }: { id: string }) => id)).toEqual([
    before.id,
    next.id,
  ])
})

test('kill -9 of a restore leaves nothing that would start, and another one works', async () => {
  const id = await createTeamspace(server, 'After the kill')
  await run('backup', 'create')
  const into = await dataFolder()
  const killed = atelier.launch(['restore', '--into', into], { env: env() })
  const cluster = join(into, 'postgres/server/cluster/base')
  await until('the restore has begun', async () => existsSync(cluster))
  killed.child.kill('SIGKILL')
  await killed.ended
  const { code, output } = await runToExit({ dataDir: into })
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('did not start') })
  expect((await run('restore', '--into', into)).stderr).toContain('is not empty')

  const another = await dataFolder()
  expect((await run('restore', '--into', another)).code).toBe(0)
  await expectTeamspaces(another, [id])
})

test('copy-database copies the database into another folder, but only into an empty one', async () => {
  const id = await createTeamspace(server, 'Moved')
  const into = await dataFolder()
  const copied = await run('copy-database', into)
  expect(copied.stdout).toMatch(/^Copied \d+ rows of \d+ tables to embedded PostgreSQL/)
  await expectTeamspaces(into, [id])
  const again = await run('copy-database', into)
  expect(again).toMatchObject({ code: 6, stderr: expect.stringContaining('is not empty') })
})

const own = 'postgres://localhost/own'
test.each<[string, string[], Record<string, string>, number, string]>([
  ['no folder', ['backup', 'list'], { ATELIER_BACKUP_DIR: '' }, 2, 'with --dir'],
  ['no backups', ['backup', 'list'], { ATELIER_BACKUP_DIR: '/nowhere' }, 4, 'backup create --dir'],
  ['a wrong rule', ['backup', 'prune', '--keep', 'some'], {}, 2, '--keep must be a list such as'],
  ['no zone', ['restore', '--into', 'x', '--at', '2026-11-15T10:00:00'], {}, 2, 'with its zone'],
  [
    'a key of a former version',
    ['backup', 'list'],
    { ATELIER_BACKUP_KEY: 'x' },
    2,
    'ATELIER_BACKUP_KEY is not',
  ],
  [
    'its own PostgreSQL',
    ['backup', 'create', '--dir', 'x'],
    { DATABASE_URL: own, ATELIER_BACKUP_DIR: '' },
    3,
    'pgBackRest or pg_dump',
  ],
  [
    'its own PostgreSQL and a schedule',
    ['backup', 'list'],
    { DATABASE_URL: own },
    2,
    'pgBackRest or pg_dump',
  ],
])('%s: says what to do', async (_name, args, more, code, message) => {
  const ended = await atelier.runInProcess(args, { env: env(more) })
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(message)
})

test('one changed byte is found by verify', async () => {
  const [first] = await json('backup', 'list')
  await writeFile(join(backups, first.id, 'base.tar.zst'), 'damaged')
  const damaged = await run('backup', 'verify')
  expect(damaged.code).toBe(1)
  expect(damaged.stdout).toContain(`"${first.id}/base.tar.zst" has`)
})

test('restore leaves a folder with files alone', async () => {
  const into = join(folder, 'full')
  await mkdir(join(into, 'something'), { recursive: true })
  const { code, stderr } = await run('restore', '--into', into)
  expect(code).toBe(6)
  expect(stderr).toContain(`${into} is not empty`)
  expect(await readdir(into)).toEqual(['something'])
})
