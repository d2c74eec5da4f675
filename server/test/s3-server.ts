import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseRange } from '../src/lib/http-range.ts'
import { type S3Credentials, signatureFault } from './s3-signature.ts'

interface StoredObject {
  body: Buffer
  lastModified: Date
}

interface Upload {
  key: string
  initiated: Date
  parts: Map<number, Buffer>
}

/** How a request fails: with a response, without one, cut off midway, or stuck midway. */
type Fault = { status: number; code: string } | 'silent' | 'cut' | 'stuck'

export interface S3Server {
  endpoint: string
  objects: Map<string, StoredObject>
  uploads: Map<string, Upload>
  /** "PutObject", "UploadPart", … in the order of their arrival. */
  operations: string[]
  /** Chooses the fault of a request by its operation and the number of earlier calls. */
  fault: (operation: string, times: number) => Fault | undefined
  close(): Promise<void>
}

interface Call {
  operation: string
  key: string
  query: URLSearchParams
  req: IncomingMessage
  res: ServerResponse
  body: Buffer
}

const smallestPart = 5 * 1024 * 1024

/**
 * The part of S3 that our storage uses, in memory, for tests: path-style URLs, one bucket. It is
 * strict where Amazon is: signatures, order and minimum size of parts, ETags, ranges.
 */
export async function startS3Server(bucket: string, credentials: S3Credentials): Promise<S3Server> {
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray().catch(() => []))
    const url = new URL(req.url ?? '', 'http://s3')
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
    const query = url.searchParams
    const operation = findOperation(req, query, rest.join('/'))
    const times = s3.operations.filter((earlier) => earlier === operation).length
    s3.operations.push(operation)
    const wrong = signatureFault(req, body, credentials)
    if (wrong) return fail(res, 403, wrong)
    const fault = s3.fault(operation, times)
    if (fault === 'silent') return
    if (typeof fault === 'object') return fail(res, fault.status, fault.code)
    if (name !== bucket) return fail(res, 404, 'NoSuchBucket')
    const call = { operation, key: rest.join('/'), query, req, res, body }
    if (fault) return breakOff(s3, call, fault)
    answer(s3, call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const s3: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    uploads: new Map(),
    operations: [],
    fault: () => undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return s3
}

function findOperation(req: IncomingMessage, query: URLSearchParams, key: string): string {
  const method = req.method ?? ''
  if (key === '') return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2'
  if (query.has('uploads')) return 'CreateMultipartUpload'
  if (query.has('uploadId')) {
    const known = {
      PUT: 'UploadPart',
      POST: 'CompleteMultipartUpload',
      DELETE: 'AbortMultipartUpload',
    }
    return known[method as keyof typeof known]
  }
  if (req.headers['x-amz-copy-source']) return 'CopyObject'
  const known = { PUT: 'PutObject', GET: 'GetObject', HEAD: 'HeadObject', DELETE: 'DeleteObject' }
  return known[method as keyof typeof known] ?? 'Unknown'
}

type Answer = (s3: S3Server, call: Call) => unknown

const answers: Record<string, Answer> = {
  PutObject: (s3, { key, body, res }) => {
    s3.objects.set(key, { body, lastModified: new Date() })
    res.writeHead(200, { etag: computeEtag(body) }).end()
  },
  GetObject: getObject,
  HeadObject: (s3, { key, res }) => {
    const found = s3.objects.get(key)
    if (!found) return res.writeHead(404).end()
    return res.writeHead(200, buildFacts(found, found.body.length)).end()
  },
  DeleteObject: (s3, { key, res }) => {
    s3.objects.delete(key)
    res.writeHead(204).end()
  },
  CopyObject: (s3, { key, req, res }) => {
    const source = decodeURIComponent(String(req.headers['x-amz-copy-source']))
    const found = s3.objects.get(source.split('/').slice(1).join('/'))
    if (!found) return fail(res, 404, 'NoSuchKey')
    s3.objects.set(key, { body: found.body, lastModified: new Date() })
    xml(res, `<CopyObjectResult><ETag>${computeEtag(found.body)}</ETag></CopyObjectResult>`)
  },
  CreateMultipartUpload: (s3, { key, res }) => {
    const id = randomUUID()
    s3.uploads.set(id, { key, initiated: new Date(), parts: new Map() })
    const result = `<Key>${key}</Key><UploadId>${id}</UploadId>`
    xml(res, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`)
  },
  UploadPart: (s3, { query, body, res }) => {
    const upload = s3.uploads.get(String(query.get('uploadId')))
    if (!upload) return fail(res, 404, 'NoSuchUpload')
    upload.parts.set(Number(query.get('partNumber')), body)
    res.writeHead(200, { etag: computeEtag(body) }).end()
  },
  CompleteMultipartUpload: completeUpload,
  AbortMultipartUpload: (s3, { query, res }) => {
    s3.uploads.delete(String(query.get('uploadId')))
    res.writeHead(204).end()
  },
  ListMultipartUploads: (s3, { query, res }) => {
    const all = [...s3.uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const from = all.findIndex(([id]) => id === query.get('upload-id-marker')) + 1
    const page = all.slice(from, from + 2)
    const last = page.at(-1)
    const items = page.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    const next = `<NextKeyMarker>${last?.[1].key}</NextKeyMarker><NextUploadIdMarker>${last?.[0]}</NextUploadIdMarker>`
    xml(
      res,
      `<ListMultipartUploadsResult><IsTruncated>${from + 2 < all.length}</IsTruncated>${next}${items.join('')}</ListMultipartUploadsResult>`,
    )
  },
  ListObjectsV2: (s3, { query, res }) => {
    const after = query.get('continuation-token') ?? ''
    const all = [...s3.objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = all.slice(0, 2)
    const items = page.map(
      ([key, { lastModified }]) =>
        `<Contents><Key>${key}</Key><LastModified>${lastModified.toISOString()}</LastModified></Contents>`,
    )
    const next =
      all.length > 2 ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
    xml(res, `<ListBucketResult>${next}${items.join('')}</ListBucketResult>`)
  },
}

function answer(s3: S3Server, call: Call): void {
  const known = answers[call.operation]
  if (known) known(s3, call)
  else fail(call.res, 501, 'NotImplemented')
}

function getObject(s3: S3Server, { key, req, res }: Call): unknown {
  const found = s3.objects.get(key)
  if (!found) return fail(res, 404, 'NoSuchKey')
  const range = parseRange(req.headers.range, found.body.length)
  if (range.kind === 'unsatisfiable') return fail(res, 416, 'InvalidRange')
  if (range.kind === 'whole') {
    return res.writeHead(200, buildFacts(found, found.body.length)).end(found.body)
  }
  const part = found.body.subarray(range.start, range.end + 1)
  const headers = { ...buildFacts(found, part.length), 'content-range': range.contentRange }
  return res.writeHead(206, headers).end(part)
}

function completeUpload(s3: S3Server, { key, query, body, res }: Call): unknown {
  const id = String(query.get('uploadId'))
  const upload = s3.uploads.get(id)
  if (!upload || upload.key !== key) return fail(res, 404, 'NoSuchUpload')
  const named = [...String(body).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  const parts = named.map(({ number }) => upload.parts.get(number))
  const isSound = named.every(({ number, etag }, i) => {
    const part = parts[i]
    return part && number === i + 1 && etag === computeEtag(part)
  })
  if (!isSound || named.length === 0) return fail(res, 400, 'InvalidPart')
  const whole = parts.filter((part) => part !== undefined)
  if (whole.slice(0, -1).some((part) => part.length < smallestPart)) {
    return fail(res, 400, 'EntityTooSmall')
  }
  s3.objects.set(key, { body: Buffer.concat(whole), lastModified: new Date() })
  s3.uploads.delete(id)
  return xml(
    res,
    `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
  )
}

/** Sends half of an object, then cuts the connection or sends nothing more. */
function breakOff(s3: S3Server, { key, res }: Call, fault: 'cut' | 'stuck'): void {
  const found = s3.objects.get(key)
  if (!found) return void res.destroy()
  res.writeHead(200, buildFacts(found, found.body.length))
  res.write(found.body.subarray(0, found.body.length / 2), () => {
    if (fault === 'cut') res.destroy()
  })
}

function buildFacts({ body, lastModified }: StoredObject, bytes: number) {
  return {
    'content-length': String(bytes),
    'last-modified': lastModified.toUTCString(),
    etag: computeEtag(body),
  }
}

/** Hashing takes most of the time of reading a large object. */
const etags = new WeakMap<Buffer, string>()

function computeEtag(body: Buffer): string {
  const etag = etags.get(body) ?? `"${createHash('md5').update(body).digest('hex')}"`
  etags.set(body, etag)
  return etag
}

function xml(res: ServerResponse, body: string, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/xml' })
  res.end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`)
}

function fail(res: ServerResponse, status: number, code: string): void {
  xml(res, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status)
}
