import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LocalServer, startHttpServer } from '../../../test/local-servers.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { Progress } from './download.ts'
import { type ModelStoreOptions, modelStore } from './model-store.ts'
import { npmRegistry } from './npm-registry.ts'
import { cutAfter, model, parts, sendRange, sha256, voice, weights } from './test-model.ts'

interface Request {
  url: string
  range: string | undefined
}

/** Packed once: compressing takes as long as most tests. */
const tarball = await packModel()
let root: string
let folder: string
let server: LocalServer
let base: string
let requests: Request[]
/** How the server responds to a request for the tarball or a mirror's file. */
let answer: (req: IncomingMessage, res: ServerResponse, body: Buffer) => void
let mirrored: Record<string, Buffer>

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'model-store-'))
  folder = join(root, 'models')
  requests = []
  mirrored = {}
  answer = sendRange
  server = await startHttpServer(respond)
  base = server.url
})

afterEach(async () => {
  vi.useRealTimers()
  await server.close()
  await rm(root, { recursive: true, force: true })
})

async function packModel(): Promise<Buffer> {
  return inTemporaryFolder(async (root) => {
    const home = join(root, 'package')
    await mkdir(join(home, 'dist'), { recursive: true })
    await mkdir(join(home, 'voices'), { recursive: true })
    for (const [index, name] of ['zz', 'aa', 'mm'].entries()) {
      await writeFile(join(home, 'dist', name), parts[index] ?? '')
    }
    await writeFile(join(home, 'dist', 'not-wanted'), randomBytes(300_000))
    await writeFile(join(home, 'voices', 'voice.bin'), voice)
    await create({ cwd: root, file: join(root, 'p.tgz'), gzip: true }, ['package'])
    return readFile(join(root, 'p.tgz'))
  })
}

function respond(req: IncomingMessage, res: ServerResponse): void {
  const url = req.url ?? ''
  if (url === '/@scope%2flittle') {
    const dist = { tarball: `${base}/little-1.2.3.tgz` }
    res.end(JSON.stringify({ versions: { '1.2.3': { dist } } }))
    return
  }
  const body = url === '/little-1.2.3.tgz' ? tarball : mirrored[url]
  requests.push({ url, range: req.headers.range })
  if (!body) res.writeHead(404).end()
  else answer(req, res, body)
}

const settings = { idleSeconds: 25, attempts: 3, firstRetryMs: 10 }

function store(more: Partial<ModelStoreOptions> = {}) {
  return modelStore({
    folder,
    registry: npmRegistry({ environment: { npm_config_registry: base }, folder: root }),
    log: { info: () => {}, warn: () => {} },
    clock: () => new Date(),
    models: [model],
    settings,
    ...more,
  })
}

describe('pulling', () => {
  test('on first use, joins the parts, keeps nothing else, and fetches only once', async () => {
    const seen: Progress[] = []
    const path = await store().path('little', { onProgress: (one) => seen.push(one) })
    expect(sha256(await readFile(path))).toBe(sha256(weights))
    expect(sha256(await readFile(await store().path('little', { file: 'voice.bin' })))).toBe(
      sha256(voice),
    )
    expect(seen.at(-1)).toEqual({ receivedBytes: tarball.length, totalBytes: tarball.length })
    expect(requests).toHaveLength(1)
    const left = (await readdir(join(folder, 'little@1.2.3'))).filter(
      (name) => !/verified/.test(name),
    )
    expect(left.sort()).toEqual(['little.onnx', 'voice.bin'])
  })

  test('an unknown model', async () => {
    await expect(store().path('nothing')).rejects.toMatchObject({ code: 'unknown_model' })
  })

  test('resumes after a lost connection', async () => {
    let calls = 0
    answer = (req, res, body) => (++calls < 4 ? cutAfter(200_000) : sendRange)(req, res, body)
    await store().pull('little')
    const starts = requests.map(({ range }) => Number(/\d+/.exec(range ?? '0')))
    expect(starts).toEqual([0, 200_000, 400_000, 600_000])
  })

  test('starts over if the server does not support ranges', async () => {
    let calls = 0
    const whole = (_req: IncomingMessage, res: ServerResponse, body: Buffer) => {
      res.writeHead(200, { 'content-length': body.length }).end(body)
    }
    answer = (req, res, body) => (++calls === 1 ? cutAfter(200_000) : whole)(req, res, body)
    await store().pull('little')
    expect(requests.map(({ range }) => range)).toEqual([undefined, 'bytes=200000-'])
  })

  test('retries after a 500', async () => {
    let calls = 0
    answer = (req, res, body) => {
      if (++calls === 1) res.writeHead(500).end()
      else sendRange(req, res, body)
    }
    await store().pull('little')
    expect(requests).toHaveLength(2)
  })

  test('a server that keeps failing, and one without the package', async () => {
    answer = (_req, res) => res.writeHead(503).end()
    await expect(store().pull('little')).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(requests).toHaveLength(3)
    const elsewhere = { ...model, package: 'nothing' }
    await expect(store({ models: [elsewhere] }).pull('little')).rejects.toMatchObject({
      code: 'model_unavailable',
    })
  })

  test('waits for a slow server, retries a silent one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let receivedBytes = 0
    answer = async (req, res, body) => {
      if (requests.length > 1) return sendRange(req, res, body)
      res.writeHead(200, { 'content-length': body.length })
      for (let sent = 0; sent < 400_000; sent += 100_000) {
        res.write(body.subarray(sent, sent + 100_000))
        await expect.poll(() => receivedBytes).toBe(sent + 100_000)
        vi.advanceTimersByTime(24_000)
      }
      vi.advanceTimersByTime(1_000)
    }
    const onProgress = (progress: Progress) => {
      receivedBytes = progress.receivedBytes
    }
    await store().pull('little', { onProgress })
    expect(requests.map(({ range }) => range)).toEqual([undefined, 'bytes=400000-'])
  })

  test('corrupt bytes are refused and fetched again; always corrupt is an error', async () => {
    let calls = 0
    const spoilt = Buffer.from(tarball)
    spoilt.fill(7, 300_000, 300_100)
    answer = (req, res, body) => sendRange(req, res, ++calls === 1 ? spoilt : body)
    const path = await store().path('little')
    expect(sha256(await readFile(path))).toBe(sha256(weights))
    await rm(folder, { recursive: true })
    answer = (req, res) => sendRange(req, res, spoilt)
    await expect(store().path('little')).rejects.toMatchObject({ code: 'model_corrupt' })
    expect(existsSync(path)).toBe(false)
  })

  test('a cancelled pull stops at once, and the next one resumes it', async () => {
    answer = (_req, res, body) => {
      res.writeHead(200, { 'content-length': body.length })
      res.write(body.subarray(0, 300_000))
    }
    const cancel = new AbortController()
    const onProgress = ({ receivedBytes }: Progress) => {
      if (receivedBytes >= 300_000) cancel.abort()
    }
    const pulling = store().pull('little', { onProgress, signal: cancel.signal })
    await expect(pulling).rejects.toMatchObject({ name: 'AbortError' })
    answer = sendRange
    await store().pull('little')
    expect(requests.at(-1)?.range).toBe('bytes=300000-')
  })
})

describe('a file that went bad on disk', () => {
  test('is fetched again when its bytes change, also with the old time stamp', async () => {
    const path = await store().path('little')
    const { atime, mtime } = await stat(path)
    const bytes = await readFile(path)
    bytes[1000] = (bytes[1000] ?? 0) ^ 255
    await writeFile(path, bytes)
    await utimes(path, atime, mtime)
    expect((await store().verify('little')).map(({ state }) => state)).toEqual(['corrupt', 'ok'])
    expect((await store().list())[0]).toMatchObject({ id: 'little', state: 'corrupt' })
    await store().path('little')
    expect(sha256(await readFile(path))).toBe(sha256(weights))
    expect(requests).toHaveLength(2)
  })

  test('is fetched again when it is cut off', async () => {
    const path = await store().path('little')
    await writeFile(path, weights.subarray(0, 1000))
    await store().path('little')
    expect((await store().verify('little')).map(({ state }) => state)).toEqual(['ok', 'ok'])
  })
})

describe('mirrors and the offline folder', () => {
  test('a mirror is asked first, by hash and then by name', async () => {
    mirrored[`/m/${model.files[0].sha256}`] = weights
    mirrored['/m/voice.bin'] = voice
    await store({ mirrors: [`${base}/m/`] }).pull('little')
    expect(requests.some(({ url }) => url.endsWith('.tgz'))).toBe(false)
  })

  test('a corrupt or failing mirror is skipped', async () => {
    mirrored['/m/little.onnx'] = Buffer.concat([weights.subarray(1), Buffer.from([0])])
    const path = await store({ mirrors: ['http://127.0.0.1:9/x', `${base}/m`] }).path('little')
    expect(sha256(await readFile(path))).toBe(sha256(weights))
    expect(requests.some(({ url }) => url.endsWith('.tgz'))).toBe(true)
  })

  test('offline, the files of the folder are checked and used, and nothing is fetched', async () => {
    const offlineFolder = join(root, 'offline')
    await mkdir(offlineFolder)
    await writeFile(join(offlineFolder, 'little.onnx'), weights)
    await writeFile(join(offlineFolder, 'voice.bin'), randomBytes(5_000))
    const offline = store({ offlineFolder })
    await expect(offline.path('little')).rejects.toMatchObject({
      code: 'model_not_in_offline_folder',
      message: expect.stringContaining(sha256(voice)),
    })
    await writeFile(join(offlineFolder, sha256(voice)), voice)
    expect(sha256(await readFile(await offline.path('little')))).toBe(sha256(weights))
    expect(requests).toHaveLength(0)
  })
})

describe('several processes', () => {
  test('two concurrent pulls download once', async () => {
    const { promise: isHeld, resolve: onHeld } = Promise.withResolvers<void>()
    answer = async (req, res, body) => {
      await isHeld
      sendRange(req, res, body)
    }
    // A process that finds the lock taken checks its age.
    const clock = () => {
      onHeld()
      return new Date()
    }
    await Promise.all([store({ clock }).path('little'), store({ clock }).path('little')])
    expect(requests).toHaveLength(1)
  })

  test('after kill -9 of the pulling process, the next one resumes', async () => {
    answer = (_req, res, body) => {
      res.writeHead(200, { 'content-length': body.length })
      res.write(body.subarray(0, 500_000))
    }
    const task = JSON.stringify({ folder, registryUrl: base, model })
    const child = fork(new URL('./pull-child.ts', import.meta.url), [task])
    await new Promise<void>((resolve) => {
      child.on('message', (progress: Progress) => {
        if (progress.receivedBytes >= 500_000) resolve()
      })
    })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(existsSync(join(folder, 'little@1.2.3', 'pull.lock'))).toBe(true)
    answer = sendRange
    const later = () => new Date(Date.now() + 20_000)
    const path = await store({ clock: later }).path('little')
    expect(sha256(await readFile(path))).toBe(sha256(weights))
    expect(requests.at(-1)?.range).toBe('bytes=500000-')
  })
})
