import { randomUUID } from 'node:crypto'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3'
import { checkKey, contentKey, isKey } from './keys.ts'
import { checkRange } from './ranges.ts'
import { createS3Client, onS3, type S3Settings, s3Error, slowAnswer } from './s3-client.ts'
import { abortUploads, deleteOld, listObjects } from './s3-sweep.ts'
import { type BucketClient, upload } from './s3-upload.ts'
import type { FileFacts, OpenedFile, OpenRange, Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

/** The maximum that S3 copies in one request; larger content would need another way to move. */
const maxCopied = 5 * 1024 ** 3

/** Files in a bucket on Amazon S3 or a compatible server. */
export function openS3Storage(settings: S3Settings): Storage & { close(): void } {
  const { bucket, prefix } = settings
  if (prefix !== undefined) checkKey(prefix)
  const root = prefix === undefined ? '' : `${prefix}/`
  const client = createS3Client(settings)
  const place = { client, bucket }

  function objectName(key: string): string {
    checkKey(key)
    return root + key
  }

  return {
    put: async (key, source, limits) => {
      const name = objectName(key)
      const { sha256, bytes } = await upload(place, source, limits, () => name)
      return { sha256, bytes }
    },
    // Uploads even if the content already exists: the name is the same, so it stays one file, and
    // its new date protects it from cleanup by age.
    putContent: async (source, { maxBytes }) => {
      const limits = { maxBytes: Math.min(maxBytes, maxCopied) }
      const unfinished = `${root}.unfinished/${randomUUID()}`
      const { name, sha256, bytes } = await upload(place, source, limits, (known) =>
        known ? objectName(contentKey(known.sha256)) : unfinished,
      )
      const key = contentKey(sha256)
      if (name === unfinished) await move(place, unfinished, objectName(key))
      return { key, sha256, bytes }
    },
    open: async (key, range) => openObject(place, objectName(key), range),
    stat: async (key) => readFacts(place, objectName(key)),
    list: () => listKeys(place, root),
    delete: async (key) => {
      await onS3(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: objectName(key) })))
    },
    sweep: async (startedBefore) => {
      const aborted = await abortUploads(place, root, startedBefore)
      return aborted + (await deleteOld(place, `${root}.unfinished/`, startedBefore))
    },
    close: () => client.destroy(),
  }
}

/** The server copies, so no data passes through us. If deleting fails, `sweep` does it later. */
async function move({ client, bucket }: BucketClient, from: string, to: string): Promise<void> {
  const copy = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` })
  const remove = () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: from }))
  try {
    await onS3(client.send(copy, slowAnswer))
  } finally {
    await remove().catch(() => {})
  }
}

async function openObject(
  { client, bucket }: BucketClient,
  name: string,
  range: OpenRange | undefined,
): Promise<OpenedFile> {
  if (range) checkRange(range)
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`
  const command = new GetObjectCommand({ Bucket: bucket, Key: name, ...(Range && { Range }) })
  const { Body, ContentLength = 0, ContentRange, LastModified } = await onS3(client.send(command))
  const totalBytes = Number(ContentRange?.split('/')[1] ?? ContentLength)
  return {
    stream: withOurErrors(Body as Readable),
    bytes: ContentLength,
    totalBytes,
    lastModified: LastModified ?? new Date(0),
  }
}

/** A body can break off after the request succeeded. */
function withOurErrors(body: Readable): Readable {
  const stream = new PassThrough({
    destroy: (error, done) => done(error && s3Error(error)),
  })
  // The reader sees the error. Without a reader yet, it must not end the process.
  stream.on('error', () => {})
  pipeline(body, stream, () => {})
  return stream
}

/** Without objects of other programs and unfinished uploads, whose names are no keys. */
async function* listKeys(place: BucketClient, root: string): AsyncGenerator<string[]> {
  for await (const page of listObjects(place, root)) {
    yield page.map(({ Key = '' }) => Key.slice(root.length)).filter(isKey)
  }
}

async function readFacts(
  { client, bucket }: BucketClient,
  name: string,
): Promise<FileFacts | undefined> {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: name })
  try {
    const { ContentLength = 0, LastModified } = await onS3(client.send(command))
    return { bytes: ContentLength, lastModified: LastModified ?? new Date(0) }
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return undefined
    throw error
  }
}
