import { execFileSync } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { createStream, read } from '../../../test/storage-contract.ts'
import { openDiskStorage } from './disk-storage.ts'
import { limits, listUnfinished } from './test-disk.ts'

describe('a full disk', () => {
  let mounted: string | undefined
  beforeAll(() => {
    mounted = mountSmallDisk()
  })
  afterAll(() => {
    if (!mounted) return
    execFileSync('umount', [mounted])
    rmdirSync(mounted)
  })
  const smallDisk = ({ skip }: TestContext): string =>
    mounted ?? skip('needs the right to mount a tmpfs of 1 MB')

  test('refuses with storage_full, leaves nothing, and works again when there is room', async (context) => {
    const small = smallDisk(context)
    const tiny = await openDiskStorage({ folder: small })
    const kept = await tiny.putContent(Buffer.alloc(300_000, 'k'), limits)
    for (let round = 0; round < 5; round++) {
      const source = createStream(Buffer.alloc(2_000_000, 'x'))
      const error = await catchError(tiny.putContent(source, limits))
      expect(error).toMatchObject({ code: 'storage_full', retryable: true })
      expect(source.destroyed).toBe(true)
      expect(listUnfinished(small)).toEqual([])
    }
    expect((await read(tiny, kept.key)).length).toBe(300_000)
    const { key } = await onceThereIsRoom(() => tiny.putContent(Buffer.alloc(400_000, 'y'), limits))
    expect(await catchError(tiny.put('more', Buffer.alloc(500_000), limits))).toMatchObject({
      code: 'storage_full',
    })
    await tiny.delete(key)
    await onceThereIsRoom(() => tiny.put('more', Buffer.alloc(500_000), limits))
    await tiny.delete('more')
  })

  test('reserved space is checked against the real disk', async (context) => {
    const modest = await openDiskStorage({ folder: smallDisk(context), keepFreeBytes: 2_000_000 })
    expect(await catchError(modest.put('x', Buffer.alloc(10), limits))).toMatchObject({
      code: 'storage_full',
    })
  })

  test('a disk that became read-only is not available; reading still works', async (context) => {
    const small = smallDisk(context)
    const tiny = await openDiskStorage({ folder: small })
    const { key } = await onceThereIsRoom(() => tiny.putContent(Buffer.from('still here'), limits))
    execFileSync('mount', ['-o', 'remount,ro', small])
    expect(await catchError(tiny.put('x', Buffer.from('x'), limits))).toMatchObject({
      code: 'storage_unavailable',
      retryable: true,
    })
    expect(String(await read(tiny, key))).toBe('still here')
  })
})

/**
 * A deleted file takes up space until nobody has it open. A process that another test just started
 * has it open until its program is loaded.
 */
async function onceThereIsRoom<T>(store: () => Promise<T>): Promise<T> {
  let stored: T | undefined
  await expect
    .poll(async () => {
      stored = await store().catch((error) => expect(error.code).toBe('storage_full') as undefined)
      return stored
    })
    .toBeDefined()
  return stored as T
}

function mountSmallDisk(): string | undefined {
  const where = join(tmpdir(), `atelier-small-${process.pid}-${Date.now()}`)
  try {
    mkdirSync(where)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', where], { stdio: 'ignore' })
    return where
  } catch {
    return undefined
  }
}
