import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { abandon, inParts, measured } from './measured-source.ts'
import { onS3, slowAnswer } from './s3-client.ts'
import type { PutLimits, Source, Stored } from './storage.ts'

/** Each upload holds one part in memory, so that it can be resent after a failure. */
const partBytes = 8 * 1024 * 1024

export interface BucketClient {
  client: S3Client
  bucket: string
}

export interface UploadedObject extends Stored {
  name: string
}

/**
 * Uploads a file under the given name: a small one in one request, with its hash already known, a
 * large one in parts, without it. Readers see the whole file or nothing.
 */
export async function upload(
  place: BucketClient,
  source: Source,
  { maxBytes }: PutLimits,
  nameFor: (known: Stored | undefined) => string,
): Promise<UploadedObject> {
  const { chunks, result } = measured(source, maxBytes)
  const parts = inParts(chunks, partBytes)
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next()
    if (first.length < partBytes) {
      const stored = result()
      const name = nameFor(stored)
      await putObject(place, name, first)
      return { name, ...stored }
    }
    const name = nameFor(undefined)
    await putParts(place, name, prepend(first, parts))
    return { name, ...result() }
  } catch (error) {
    abandon(source)
    throw error
  }
}

async function putObject(
  { client, bucket }: BucketClient,
  name: string,
  body: Buffer,
): Promise<void> {
  await onS3(client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: body })))
}

/** A failure removes the parts; `sweep` removes those left by a crash. */
async function putParts(
  { client, bucket }: BucketClient,
  name: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const target = { Bucket: bucket, Key: name }
  const { UploadId } = await onS3(client.send(new CreateMultipartUploadCommand(target)))
  const started = { ...target, UploadId }
  try {
    const sent: CompletedPart[] = []
    for await (const part of parts) {
      const PartNumber = sent.length + 1
      const command = new UploadPartCommand({ ...started, PartNumber, Body: part })
      const { ETag } = await onS3(client.send(command))
      sent.push({ PartNumber, ETag })
    }
    const complete = { ...started, MultipartUpload: { Parts: sent } }
    await onS3(client.send(new CompleteMultipartUploadCommand(complete), slowAnswer))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(started)).catch(() => {})
    throw error
  }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
