import { S3Client } from '@aws-sdk/client-s3'
import { StorageError } from './storage-error.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** For servers other than Amazon's, such as `http://minio:9000`. */
  endpoint?: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`; most servers but Amazon's need it. */
  pathStyle?: boolean
  /** Prepended to every key, for a bucket that others use too; has the format of a key. */
  prefix?: string
  /** If unset, the AWS SDK finds them: environment, files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  connectMs?: number
  /** Time until a response starts, including sending. */
  answerMs?: number
  /** A connection without activity this long is dropped, even if only its reader pauses. */
  idleMs?: number
  /** Maximum attempts per request, with growing delays. */
  attempts?: number
}

/** For the few requests in which the server copies a large file before it responds. */
export const slowAnswer = { requestTimeout: 600_000 }

export function createS3Client(settings: S3Settings): S3Client {
  const { connectMs = 5_000, answerMs = 60_000, idleMs = 60_000, attempts = 4 } = settings
  // A download holds its connection for as long as its reader takes.
  const agent = { maxSockets: 500 }
  return new S3Client({
    region: settings.region,
    maxAttempts: attempts,
    forcePathStyle: settings.pathStyle ?? false,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    ...(settings.credentials && { credentials: settings.credentials }),
    // Many servers don't support the newer checksums. The signature covers a hash of each body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Translates errors of the S3 server or the network into storage errors. */
export async function onS3<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw s3Error(error)
  }
}

const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull']

export function s3Error(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (name === 'NoSuchKey' || name === 'NotFound') return new StorageError('not_found', error)
  if (name === 'InvalidRange' || status === 416) return new StorageError('bad_range', error)
  if (name === 'EntityTooLarge') return new StorageError('too_large', error)
  if (fullNames.includes(name) || status === 507) return new StorageError('storage_full', error)
  return new StorageError('storage_unavailable', error)
}
