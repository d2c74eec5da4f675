import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Why a request isn't signed as AWS Signature Version 4 requires; undefined if it is. */
export function signatureFault(
  req: IncomingMessage,
  body: Buffer,
  credentials: S3Credentials,
): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? '',
    )
  if (!match) return 'AccessDenied'
  const [, accessKeyId, day = '', region = '', signedHeaders = '', signature = ''] = match
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  const time = String(req.headers['x-amz-date'])
  if (!time.startsWith(day) || Math.abs(toDate(time) - Date.now()) > 900_000) {
    return 'RequestTimeTooSkewed'
  }
  const names = signedHeaders.split(';')
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied'
  const payload = String(req.headers['x-amz-content-sha256'])
  // We never allow an unsigned body: over plain HTTP it could be changed in transit.
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = canonicalRequest(req, names, payload)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  )
  const right = hmac(key, toSign)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
}

function canonicalRequest(req: IncomingMessage, names: string[], payload: string): string {
  const [path = '', query = ''] = (req.url ?? '').split('?')
  const pairs =
    query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const headers = names.map((name) => `${name}:${String(req.headers[name]).trim()}\n`).join('')
  return [req.method, path, pairs.sort().join('&'), headers, names.join(';'), payload].join('\n')
}

function toDate(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
