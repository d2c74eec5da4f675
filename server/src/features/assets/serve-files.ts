import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { matchesAny } from '../../http/etag.ts'
import { problem } from '../../http/problem.ts'
import { contentDisposition } from '../../lib/content-disposition.ts'
import { parseRange, rangeApplies } from '../../lib/http-range.ts'
import { isMediaType } from '../../lib/media-type.ts'
import { type FileGrant, verifyFileUrl } from '../../platform/storage/signed-urls.ts'
import { isContentDeleted } from './queries.ts'
import { receiveUpload } from './receive-upload.ts'

/** Types that a browser can show without running code; others are downloaded. */
const shown = /^(image\/(png|jpeg|webp|gif|avif)|video\/[^,]+|audio\/[^,]+)$/

/** Serves the file behind a signed link. A key's content never changes, so caches may keep it. */
export async function sendFile(
  deps: Pick<Deps, 'db' | 'storage' | 'fileSecrets' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = verify(deps, request)
  if (grant.method !== 'GET') throw problem('link_invalid')
  if (await isContentDeleted(deps.db.system, grant.key)) throw problem('file_not_found')
  const facts = await deps.storage.stat(grant.key)
  if (!facts) throw problem('file_not_found')
  const etag = `"${grant.key.replaceAll('/', '')}"`
  const kind = shown.test(grant.contentType) ? grant.disposition : 'attachment'
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    // Links and assets may predate the media type check.
    'content-type': isMediaType(grant.contentType) ? grant.contentType : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition(kind, grant.fileName),
    'cache-control': 'private, max-age=3600, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
  const known = request.headers['if-none-match']
  if (known && matchesAny(known, etag)) return reply.code(304).send()
  const asked = rangeApplies(request.headers['if-range'] as string | undefined, etag)
  const range = parseRange(asked ? request.headers.range : undefined, facts.bytes)
  if (range.kind === 'unsatisfiable') {
    throw problem('range_not_satisfiable', { headers: { 'content-range': range.contentRange } })
  }
  if (range.kind === 'part') reply.code(206).header('content-range', range.contentRange)
  const { stream, bytes } = await deps.storage.open(
    grant.key,
    range.kind === 'part' ? range : undefined,
  )
  reply.header('content-length', bytes)
  return reply.send(stream)
}

/** Receives a signed upload. */
export async function receiveFile(
  deps: Pick<Deps, 'db' | 'storage' | 'fileSecrets' | 'clock' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = verify(deps, request)
  if (grant.method !== 'PUT') throw problem('link_invalid')
  await receiveUpload(deps, {
    assetId: grant.key.split('/').at(-1) as string,
    body: request.body as Readable,
    maxBytes: grant.maxBytes,
  })
  return reply.code(204).send()
}

function verify(
  { fileSecrets, clock }: Pick<Deps, 'fileSecrets' | 'clock'>,
  request: FastifyRequest,
): FileGrant {
  const verdict = verifyFileUrl(fileSecrets, request.method, request.url, clock())
  if (verdict.ok) return verdict.grant
  throw problem(verdict.reason === 'expired' ? 'link_expired' : 'link_invalid')
}
