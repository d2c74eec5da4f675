import {
  type _Object,
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import { onS3 } from './s3-client.ts'
import type { BucketClient } from './s3-upload.ts'

/** Aborts unfinished uploads under this prefix that started before the given time. */
export async function abortUploads(
  { client, bucket }: BucketClient,
  prefix: string,
  startedBefore: Date,
): Promise<number> {
  let aborted = 0
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (marker) {
    const list = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })
    const page: ListMultipartUploadsCommandOutput = await onS3(client.send(list))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= startedBefore) continue
      await onS3(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
      aborted += 1
    }
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
      : undefined
  }
  return aborted
}

/** Deletes objects under this prefix that are older than the given time. */
export async function deleteOld(
  place: BucketClient,
  prefix: string,
  olderThan: Date,
): Promise<number> {
  const { client, bucket } = place
  let deleted = 0
  for await (const page of listObjects(place, prefix)) {
    for (const { Key, LastModified } of page) {
      if (!LastModified || LastModified >= olderThan) continue
      await onS3(client.send(new DeleteObjectCommand({ Bucket: bucket, Key })))
      deleted += 1
    }
  }
  return deleted
}

/** Objects under this prefix, page by page. */
export async function* listObjects(
  { client, bucket }: BucketClient,
  prefix: string,
): AsyncGenerator<_Object[]> {
  let token: { ContinuationToken?: string } | undefined = {}
  while (token) {
    const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...token })
    const page: ListObjectsV2CommandOutput = await onS3(client.send(list))
    yield page.Contents ?? []
    token = page.NextContinuationToken
      ? { ContinuationToken: page.NextContinuationToken }
      : undefined
  }
}
