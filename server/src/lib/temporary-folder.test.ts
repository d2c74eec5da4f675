import { spawnSync } from 'node:child_process'
import { access, mkdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { inTemporaryFolder, removeStaleFolders } from './temporary-folder.ts'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('a folder goes with its work, also after an error', async () => {
  let used = ''
  const failing = inTemporaryFolder(async (folder) => {
    used = folder
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(used).not.toBe('')
  expect(await exists(used)).toBe(false)
})

test('folders of dead processes are removed; those of running ones and other hosts stay', async () => {
  await inTemporaryFolder(async (own) => {
    const [, , ...rest] = basename(own).split('-')
    const ended = String(spawnSync('true').pid)
    const named = (host: string, pid: string, start: string) =>
      join(tmpdir(), `atelier-work-${host}-${pid}-${start}-${rest.at(-1)}`)
    const host = hostname().replace(/[^\w.]/g, '_')
    const [pid = '', start = ''] = rest.slice(-3)
    const dead = named(host, ended, start)
    const before = named(host, pid, '1')
    const elsewhere = named('elsewhere', ended, start)
    for (const folder of [dead, before, elsewhere]) await mkdir(folder)
    await removeStaleFolders()
    expect(await Promise.all([own, dead, before, elsewhere].map(exists))).toEqual([
      ...[true, false, false, true],
    ])
    await rm(elsewhere, { recursive: true })
  })
})
