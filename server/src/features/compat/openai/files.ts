import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { named } from '../../../http/schemas.ts'
import { contentDisposition } from '../../../lib/content-disposition.ts'
import { contentOfAsset } from '../../assets/content-of-asset.ts'
import { deleteAsset } from '../../assets/delete-asset.ts'
import { getAsset, listAssets } from '../../assets/read-assets.ts'
import { type Asset, assetStatus } from '../../assets/schemas.ts'
import { largestUploadBytes } from '../../assets/sign-upload.ts'
import { assetOfUpload, typeOfUpload } from '../../assets/upload-asset.ts'
import { valuesOf } from '../form-values.ts'
import { submitOnce } from '../submit-once.ts'
import { withForm } from '../with-form.ts'

export const OpenAiFile = named(
  'OpenAiFile',
  Type.Object({
    id: Type.String(),
    object: Type.Enum(['file']),
    bytes: Type.Integer(),
    created_at: Type.Integer(),
    expires_at: Type.Optional(Type.Integer()),
    filename: Type.String(),
    purpose: Type.String(),
    status: Type.Enum(['uploaded', 'processed', 'error']),
  }),
)

export const FileParams = Type.Object({
  file_id: Type.String({
    maxLength: 37,
    pattern: '^file-[0-9a-f]{32}$',
    description: 'The id of a file.',
  }),
})

export const FileListQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 100,
    description: 'A page has at most 100 files, whatever you ask for.',
  }),
  after: Type.Optional(
    Type.String({ maxLength: 50, description: 'Only files after this one, by its id.' }),
  ),
})

/** For files that were not uploaded through this API. */
const usualPurpose = 'user_data'

type Given = Call<unknown, unknown, unknown>

export async function uploadOpenAiFile(
  deps: Deps,
  { actor }: Given,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const limits = { isFileField, maxFiles: 1, maxFileBytes: largestUploadBytes }
  const created = await withForm(deps, request, limits, async (form) => {
    const [file] = form.files
    if (!file) throw invalid('file', 'is required, as a part of the form')
    const purpose = valuesOf(form).text('purpose') ?? usualPurpose
    const typed = { ...file, type: await typeOfUpload(deps, file) }
    return submitOnce(deps, request, {
      operationId: 'openAiUploadFile',
      input: { name: file.name, purpose, sha256: file.sha256 },
      submit: async (inside) => presentFile(await assetOfUpload(inside, actor, typed, { purpose })),
    })
  })
  return sendJson(reply, created)
}

function isFileField(field: string): boolean {
  return field === 'file'
}

/** Newest first, like OpenAI. */
export async function listOpenAiFiles(
  deps: Deps,
  { actor, query }: Given,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const { limit, after } = query as Static<typeof FileListQuery>
  const { found, hasMore } = await assetsAfter(deps, actor, after, Math.min(limit, pageSize))
  const data = found.map(presentFile)
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return sendJson(reply, { object: 'list', data, has_more: hasMore, ...ends })
}

const pageSize = 100

/** Reads page by page, because assets have pages and OpenAI has cursors. */
async function assetsAfter(deps: Deps, actor: Actor, after: string | undefined, limit: number) {
  const found: Asset[] = []
  let isBeyond = after === undefined
  for (let page = 1; ; page++) {
    const { count, results } = await listAssets(deps, actor, { page, page_size: pageSize })
    const at = results.findIndex((asset) => fileIdOf(asset) === after)
    found.push(...(isBeyond ? results : results.slice(at < 0 ? results.length : at + 1)))
    isBeyond ||= at >= 0
    const hasMore = page * pageSize < count
    if (found.length > limit) return { found: found.slice(0, limit), hasMore: true }
    if (!hasMore || found.length === limit) return { found, hasMore }
  }
}

export async function getOpenAiFile(deps: Deps, { actor, params }: Given, { reply }: Exchange) {
  return sendJson(reply, presentFile(await getAsset(deps, actor, assetIdIn(params))))
}

export async function downloadOpenAiFile(
  deps: Deps,
  { actor, params }: Given,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const asset = await getAsset(deps, actor, assetIdIn(params))
  const key = await contentOfAsset(deps, actor, asset.id)
  if (!key) throw problem('asset_not_uploaded')
  const { stream, bytes } = await deps.storage.open(key)
  return reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': bytes,
      'content-disposition': contentDisposition('attachment', asset.name),
    })
    .send(stream)
}

export async function deleteOpenAiFile(deps: Deps, { actor, params }: Given, { reply }: Exchange) {
  await deleteAsset(deps, actor, assetIdIn(params))
  const { file_id } = params as Static<typeof FileParams>
  return sendJson(reply, { id: file_id, object: 'file', deleted: true })
}

/** `file-` and the id of the asset without dashes. */
function fileIdOf({ id }: Asset): string {
  return `file-${id.replaceAll('-', '')}`
}

function assetIdIn(params: unknown): string {
  const { file_id } = params as Static<typeof FileParams>
  return file_id.slice(5).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function presentFile(asset: Asset): Static<typeof OpenAiFile> {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
  const { status, expires_at } = asset
  return {
    id: fileIdOf(asset),
    object: 'file',
    bytes: asset.bytes ?? 0,
    created_at: seconds(asset.created_at),
    ...(expires_at && { expires_at: seconds(expires_at) }),
    filename: asset.name,
    purpose: (asset.payload as { purpose?: string }).purpose ?? usualPurpose,
    status: stateOf(status),
  }
}

function stateOf(status: number): 'uploaded' | 'processed' | 'error' {
  if (status === assetStatus.processingFailed) return 'error'
  return status >= assetStatus.thumbnailFailed ? 'processed' : 'uploaded'
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json').serializer(String).send(JSON.stringify(body))
}
