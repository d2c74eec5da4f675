import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { type S3Server, startS3Server } from '../../../test/s3-server.ts'
import { createStream, read, sha256, storageContract } from '../../../test/storage-contract.ts'
import { contentKey } from './keys.ts'
import type { S3Settings } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'

const credentials = { accessKeyId: 'atelier', secretAccessKey: 'secret/with+odd=letters' }
const limits = { maxBytes: 100_000_000 }
let s3: S3Server
let storage: ReturnType<typeof openS3Storage>

beforeAll(async () => {
  s3 = await startS3Server('files', credentials)
  storage = open()
})
afterAll(async () => {
  storage.close()
  await s3.close()
})
beforeEach(() => {
  s3.fault = () => undefined
  s3.operations.length = 0
})

function open(changes: Partial<S3Settings> = {}) {
  const { endpoint } = s3
  return openS3Storage({
    bucket: 'files',
    region: 'eu-central-1',
    endpoint,
    pathStyle: true,
    credentials,
    ...changes,
  })
}

storageContract('in S3', async () => storage)

describe('in S3', () => {
  test('the contract tests above leave no temporary objects', () => {
    expect([...s3.objects.keys()].filter((key) => key.includes('.unfinished'))).toEqual([])
    expect(s3.uploads.size).toBe(0)
  })

  test('small content takes one request; large content is uploaded aside, then moved by the server', async () => {
    await storage.putContent(randomBytes(1_000), limits)
    expect(s3.operations).toEqual(['PutObject'])
    s3.operations.length = 0
    await storage.putContent(createStream(randomBytes(20_000_000)), limits)
    expect(s3.operations).toEqual([
      'CreateMultipartUpload',
      ...['UploadPart', 'UploadPart', 'UploadPart'],
      'CompleteMultipartUpload',
      ...['CopyObject', 'DeleteObject'],
    ])
  })

  test('a prefix keeps everything under itself, and apart from others', async () => {
    const apart = open({ prefix: 'team/atelier' })
    const content = randomBytes(9_000_000)
    const { key } = await apart.putContent(content, limits)
    expect(s3.objects.has(`team/atelier/${key}`)).toBe(true)
    expect(await storage.stat(key)).toBeUndefined()
    expect((await read(apart, key)).equals(content)).toBe(true)
    expect(() => open({ prefix: '../x' })).toThrow()
    apart.close()
  })

  test('a large file does not pass through memory', async () => {
    const script = join(import.meta.dirname, '../../../test/put-large.ts')
    const settings = {
      bucket: 'files',
      region: 'x',
      endpoint: s3.endpoint,
      pathStyle: true,
      credentials,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[script, 's3', JSON.stringify(settings), '100'],
    ])
    const { grown, bytes, readBytes } = JSON.parse(stdout)
    expect({ bytes, readBytes }).toEqual({ bytes: 100_000_000, readBytes: 100_000_000 })
    expect(grown).toBeLessThan(70_000_000)
    s3.objects.clear()
  })
})

describe('failures', () => {
  const unavailable = { code: 'storage_unavailable', retryable: true }

  test('a temporary error is retried', async () => {
    // After "slow down" the client waits five times as long, so one request is enough to show it.
    s3.fault = (operation, times) => {
      if (times >= 2) return undefined
      return operation === 'HeadObject'
        ? { status: 503, code: 'SlowDown' }
        : { status: 500, code: 'InternalError' }
    }
    const content = randomBytes(9_000_000)
    const { key } = await storage.putContent(createStream(content), limits)
    expect((await read(storage, key)).equals(content)).toBe(true)
    expect((await storage.stat(key))?.bytes).toBe(9_000_000)
  })

  test.each([
    'PutObject',
    'CreateMultipartUpload',
    'UploadPart',
    'CompleteMultipartUpload',
    'CopyObject',
  ])('a lasting error of %s is storage_unavailable, and leaves nothing', async (operation) => {
    s3.fault = (asked) => (asked === operation ? { status: 500, code: 'InternalError' } : undefined)
    const source = createStream(randomBytes(operation === 'PutObject' ? 1_000 : 20_000_000))
    const before = [...s3.objects.keys()]
    expect(await catchError(storage.putContent(source, limits))).toMatchObject(unavailable)
    expect(source.destroyed).toBe(true)
    expect([...s3.objects.keys()]).toEqual(before)
    expect(s3.uploads.size).toBe(0)
  })

  test.each([
    ['QuotaExceeded', 403],
    ['XMinioStorageFull', 507],
    ['InsufficientStorage', 507],
  ])('%s is storage_full', async (code, status) => {
    s3.fault = () => ({ status, code })
    const impatient = open({ attempts: 1 })
    expect(await catchError(impatient.putContent(Buffer.from('x'), limits))).toMatchObject({
      code: 'storage_full',
      retryable: true,
    })
    impatient.close()
  })

  test('wrong credentials, a wrong bucket and a closed port are storage_unavailable', async () => {
    const elsewhere = [
      open({ credentials: { ...credentials, secretAccessKey: 'wrong' } }),
      open({ credentials: { ...credentials, accessKeyId: 'nobody' } }),
      open({ bucket: 'other-bucket' }),
      open({ endpoint: 'http://127.0.0.1:9', attempts: 2 }),
    ]
    for (const other of elsewhere) {
      const error = await catchError(other.putContent(Buffer.from('x'), limits))
      expect(error).toMatchObject(unavailable)
      expect(error.message).not.toMatch(/127|wrong|nobody/)
      expect(await catchError(other.open('a'))).toMatchObject(unavailable)
      other.close()
    }
  })

  test('a silent server times out', async () => {
    s3.fault = () => 'silent'
    const impatient = open({ attempts: 2, answerMs: 200, idleMs: 5_000 })
    expect(await catchError(impatient.stat('a'))).toMatchObject(unavailable)
    expect(await catchError(impatient.putContent(Buffer.from('x'), limits))).toMatchObject(
      unavailable,
    )
    impatient.close()
  })

  test.each(['cut', 'stuck'] as const)(
    'a body that is %s half-way fails the reader, and in time',
    async (fault) => {
      const impatient = open({ attempts: 1, idleMs: 500 })
      const { key } = await impatient.putContent(randomBytes(1_000_000), limits)
      s3.fault = (operation) => (operation === 'GetObject' ? fault : undefined)
      const { stream, bytes } = await impatient.open(key)
      expect(bytes).toBe(1_000_000)
      expect(await catchError(stream.toArray())).toMatchObject(unavailable)
      impatient.close()
    },
  )

  test('content that grows too large during upload leaves no file', async () => {
    const content = randomBytes(20_000_000)
    const put = storage.putContent(createStream(content), { maxBytes: 19_999_999 })
    expect(await catchError(put)).toMatchObject({ code: 'too_large' })
    expect(s3.objects.has(contentKey(sha256(content)))).toBe(false)
    expect(s3.uploads.size).toBe(0)
  })
})

describe('sweep', () => {
  test('aborts old uploads and deletes old unfinished objects, page by page', async () => {
    s3.objects.clear()
    s3.uploads.clear()
    const old = new Date(Date.now() - 100_000)
    const young = new Date()
    const object = (lastModified: Date) => ({ body: Buffer.from('x'), lastModified })
    const upload = (key: string, initiated: Date) => ({ key, initiated, parts: new Map() })
    for (let i = 0; i < 5; i++) {
      s3.objects.set(`.unfinished/old-${i}`, object(old))
      s3.uploads.set(`old-${i}`, upload(`.unfinished/${i}`, old))
    }
    s3.objects.set('.unfinished/young', object(young))
    s3.uploads.set('young', upload('.unfinished/young', young))
    s3.objects.set('sha256/ab/cd', object(old))
    expect(await storage.sweep(new Date(Date.now() - 50_000))).toBe(10)
    expect([...s3.objects.keys()]).toEqual(['.unfinished/young', 'sha256/ab/cd'])
    expect([...s3.uploads.keys()]).toEqual(['young'])
  })

  test('touches only what is under its own prefix', async () => {
    s3.uploads.clear()
    const apart = open({ prefix: 'mine' })
    const old = new Date(0)
    s3.uploads.set('a', { key: 'theirs/x', initiated: old, parts: new Map() })
    s3.uploads.set('b', { key: 'mine/x', initiated: old, parts: new Map() })
    expect(await apart.sweep(new Date())).toBe(1)
    expect([...s3.uploads.keys()]).toEqual(['a'])
    apart.close()
  })
})
