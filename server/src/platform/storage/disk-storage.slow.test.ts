import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { mkdtemp, open, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { sample } from '../../../test/soak.ts'
import { createStream, read, sha256, storageContract } from '../../../test/storage-contract.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { openDiskStorage } from './disk-storage.ts'
import { contentKey } from './keys.ts'
import type { Storage } from './storage.ts'
import { limits, listFiles, listUnfinished } from './test-disk.ts'

/** Only on Linux does /proc list open files. */
const onLinux = process.platform === 'linux'

const folder = useFolder()
let storage: Storage

beforeAll(async () => {
  storage = await openDiskStorage({ folder })
})
afterEach(() => vi.restoreAllMocks())

storageContract('on disk', async () => storage)

describe('on disk', () => {
  test('no temporary files remain after success or failure', () => {
    // Runs after the whole contract above, with its broken, too large and dropped writes.
    expect(listUnfinished(folder)).toEqual([])
  })

  test('files and folders are for the owner only', async () => {
    const { key } = await storage.putContent(Buffer.from('private'), limits)
    expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'sha256')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, '.unfinished')).mode & 0o777).toBe(0o700)
  })

  test('storing content again renews its date and repairs a damaged file', async () => {
    const { key } = await storage.putContent(Buffer.from('again'), limits)
    await writeFile(join(folder, key), 'dam')
    await utimes(join(folder, key), new Date(0), new Date(0))
    await storage.putContent(Buffer.from('again'), limits)
    expect(String(await read(storage, key))).toBe('again')
    const facts = await storage.stat(key)
    expect(Number(facts?.lastModified)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a reader keeps what it opened while the file is replaced and deleted', async () => {
    await storage.put('busy', Buffer.alloc(3_000_000, 'a'), limits)
    const { stream } = await storage.open('busy')
    await storage.put('busy', Buffer.alloc(10, 'b'), limits)
    await storage.delete('busy')
    const content = Buffer.concat(await stream.toArray())
    expect(content.equals(Buffer.alloc(3_000_000, 'a'))).toBe(true)
  })

  test.skipIf(!onLinux)(
    'the file and every folder above it are synced before a put is acknowledged',
    async () => {
      const synced: string[] = []
      await spyOnSync(async (path) => {
        synced.push(path)
      })
      const { key } = await storage.putContent(Buffer.from('synced'), limits)
      expect(synced[0]).toMatch(/^\.unfinished\//)
      expect(synced.slice(1)).toEqual([key.slice(0, 9), 'sha256', ''])
    },
  )

  test.skipIf(!onLinux)('a sync that fails is a failed put, and no file', async () => {
    await spyOnSync(async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const content = Buffer.from('never synced')
    expect(await catchError(storage.putContent(content, limits))).toMatchObject({
      code: 'storage_full',
    })
    expect(await storage.stat(contentKey(sha256(content)))).toBeUndefined()
    expect(listUnfinished(folder)).toEqual([])
  })

  test.skipIf(!onLinux)('no file stays open', async () => {
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => readLink(fd).startsWith(folder)).length
    const { key } = await storage.putContent(createStream(Buffer.alloc(1_000_000)), limits)
    await read(storage, key)
    const opened = await storage.open(key)
    opened.stream.destroy()
    await catchError(storage.open(key, { start: 2_000_000 }))
    await catchError(storage.open('sha256'))
    await expect.poll(openFiles).toBe(0)
  })

  test('a folder is not a file', async () => {
    expect(await storage.stat('sha256')).toBeUndefined()
    expect(await catchError(storage.open('sha256'))).toMatchObject({ code: 'not_found' })
    await storage.put('plain', Buffer.from('x'), limits)
    expect(await storage.stat('plain/below')).toBeUndefined()
    const below = catchError(storage.put('plain/below', Buffer.from('x'), limits))
    expect(await below).toMatchObject({ code: 'storage_unavailable' })
    expect(listUnfinished(folder)).toEqual([])
  })

  test('a missing folder means that storage is not available', async () => {
    const gone = await mkdtemp(join(tmpdir(), 'atelier-gone-'))
    const there = await openDiskStorage({ folder: gone })
    await rm(gone, { recursive: true })
    const source = createStream(Buffer.alloc(1_000))
    const error = await catchError(there.putContent(source, limits))
    expect(error).toMatchObject({ code: 'storage_unavailable', retryable: true })
    expect(error.message).not.toContain(gone)
    expect(source.destroyed).toBe(true)
  })

  test('free space is reserved for others', async () => {
    const modest = await openDiskStorage({ folder, keepFreeBytes: 2 ** 60 })
    expect(await catchError(modest.putContent(Buffer.from('x'), limits))).toMatchObject({
      code: 'storage_full',
    })
    expect(listUnfinished(folder)).toEqual([])
  })

  test('a large file does not pass through memory', async () => {
    const { stdout } = await run('put-large.ts', ['disk', folder, '300'])
    const { grown, bytes, readBytes } = JSON.parse(stdout)
    expect({ bytes, readBytes }).toEqual({ bytes: 300_000_000, readBytes: 300_000_000 })
    expect(grown).toBeLessThan(100_000_000)
  })
})

describe('kill -9', () => {
  test('loses nothing that was acknowledged and leaves nothing half-written', async () => {
    const place = await mkdtemp(join(tmpdir(), 'atelier-killed-'))
    const acknowledged: string[] = []
    const keep = ({ stdout }: { stdout: string }) =>
      acknowledged.push(...stdout.split('\n').filter((line) => line.startsWith('sha256/')))
    // First in the middle of the fourth file, then at any time.
    keep(await runUntilKilled('write-until-killed.ts', [place, '3'], 'half'))
    expect(acknowledged).toHaveLength(3)
    for (let round = 0; round < sample(2, 40); round++) {
      keep(await runUntilKilled('write-until-killed.ts', [place], 'sha256/', round * 40))
    }
    const named = listFiles(place).filter((path) => !path.startsWith('.unfinished'))
    for (const key of acknowledged) expect(named).toContain(key)
    for (const path of named) {
      expect(contentKey(sha256(readFileSync(join(place, path))))).toBe(path)
    }

    const left = listUnfinished(place)
    expect(left.length).toBeGreaterThan(0)
    const after = await openDiskStorage({ folder: place })
    expect(await after.sweep(new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await after.sweep(new Date(Date.now() + 1_000))).toBe(left.length)
    expect(listUnfinished(place)).toEqual([])
    for (const key of acknowledged) expect(await after.stat(key)).toBeDefined()
    await rm(place, { recursive: true })
  })

  test('a stream that ends before its first part does not touch the disk', async () => {
    const { promise: seen, resolve: breakOff } = Promise.withResolvers<void>()
    const short = (async function* () {
      yield Buffer.alloc(100_000)
      await seen
      throw new Error('the client has gone')
    })()
    const put = storage.putContent(Readable.from(short), limits)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(listUnfinished(folder)).toEqual([])
    breakOff()
    await expect(put).rejects.toThrow('the client has gone')
  })

  test('a write in progress is not swept away', async () => {
    const { promise: swept, resolve: goOn } = Promise.withResolvers<void>()
    const slow = (async function* () {
      yield Buffer.alloc(300_000)
      await swept
      yield Buffer.alloc(100)
    })()
    const startedAt = Date.now()
    const put = storage.putContent(Readable.from(slow), limits)
    await expect.poll(() => listUnfinished(folder)).toHaveLength(1)
    expect(await storage.sweep(new Date(startedAt - 1_000))).toBe(0)
    goOn()
    expect((await put).bytes).toBe(300_100)
  })
})

/** Runs a script of server/test; `onText` gets all output so far. */
async function run(
  script: string,
  args: string[],
  onText: (stdout: string, child: ChildProcess) => void = () => {},
) {
  const path = join(import.meta.dirname, '../../../test', script)
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    onText(stdout, child)
  })
  await once(child, 'close')
  return { stdout }
}

/** The same, but kills it without warning, `afterMs` after it printed a word. */
function runUntilKilled(script: string, args: string[], word: string, afterMs = 0) {
  return run(script, args, (stdout, child) => {
    if (stdout.includes(word)) setTimeout(() => child.kill('SIGKILL'), afterMs)
  })
}

/** Replaces fsync and reports the file or folder of each call, relative to our folder. */
async function spyOnSync(onSync: (path: string) => Promise<void>): Promise<void> {
  const handle = await open(folder)
  const handles = Object.getPrototypeOf(handle) as { sync(this: { fd: number }): Promise<void> }
  await handle.close()
  vi.spyOn(handles, 'sync').mockImplementation(function (this: { fd: number }) {
    return onSync(relative(folder, readLink(String(this.fd))))
  })
}

function readLink(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
