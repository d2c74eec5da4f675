import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { named } from '../../../http/schemas.ts'
import { contentDisposition } from '../../../lib/content-disposition.ts'
import { formatUuid } from '../../../lib/uuid.ts'
import { contentOfAsset } from '../../assets/content-of-asset.ts'
import { deleteAsset } from '../../assets/delete-asset.ts'
import { assetsByIds, getAsset, listAssetsAfter } from '../../assets/read-assets.ts'
import { type Asset, assetStatus } from '../../assets/schemas.ts'
import { assetOfUpload, typeOfUpload } from '../../assets/upload-asset.ts'
import { readValues } from '../form-values.ts'
import { sendJson } from '../json.ts'
import { submitOnce } from '../submit-once.ts'
import { oneFile, withForm } from '../with-form.ts'

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

const filePattern = '^file-[0-9a-f]{32}$'

export const FileParams = Type.Object({
  file_id: Type.String({
    maxLength: 37,
    pattern: filePattern,
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
    Type.String({
      maxLength: 37,
      pattern: filePattern,
      description: 'Only files after this one, by its id.',
    }),
  ),
})

/** For files that were not uploaded through this API. */
const usualPurpose = 'user_data'

type AnyCall = Call<unknown, unknown, unknown>

export async function uploadOpenAiFile(
  deps: Deps,
  { actor }: AnyCall,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const created = await withForm(deps, request, oneFile, async (form) => {
    const [file] = form.files
    if (!file) throw invalid('file', 'is required, as a part of the form')
    const purpose = readValues(form).text('purpose') ?? usualPurpose
    const typed = { ...file, type: await typeOfUpload(deps, file) }
    return submitOnce(deps, request, {
      operationId: 'openAiUploadFile',
      input: { name: file.name, purpose, sha256: file.sha256 },
      submit: async (inside) => presentFile(await assetOfUpload(inside, actor, typed, { purpose })),
    })
  })
  return sendJson(reply, created)
}

/** Newest first, like OpenAI. */
export async function listOpenAiFiles(
  deps: Deps,
  { actor, query }: AnyCall,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const { limit, after } = query as Static<typeof FileListQuery>
  const size = Math.min(limit, pageSize)
  const [last] = await assetsByIds(deps, actor, after === undefined ? [] : [parseFileId(after)])
  if (after !== undefined && !last) throw invalid('after', 'is not the id of a file')
  // One more than the page shows whether there are more.
  const found = await listAssetsAfter(deps, actor, last, size + 1)
  const data = found.slice(0, size).map(presentFile)
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return sendJson(reply, { object: 'list', data, has_more: found.length > size, ...ends })
}

const pageSize = 100

export async function getOpenAiFile(deps: Deps, { actor, params }: AnyCall, { reply }: Exchange) {
  return sendJson(reply, presentFile(await getAsset(deps, actor, readAssetId(params))))
}

export async function downloadOpenAiFile(
  deps: Deps,
  { actor, params }: AnyCall,
  { reply }: Exchange,
): Promise<FastifyReply> {
  const asset = await getAsset(deps, actor, readAssetId(params))
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

export async function deleteOpenAiFile(
  deps: Deps,
  { actor, params }: AnyCall,
  { reply }: Exchange,
) {
  await deleteAsset(deps, actor, readAssetId(params))
  const { file_id } = params as Static<typeof FileParams>
  return sendJson(reply, { id: file_id, object: 'file', deleted: true })
}

/** `file-` and the id of the asset without dashes. */
function writeFileId({ id }: Asset): string {
  return `file-${id.replaceAll('-', '')}`
}

function readAssetId(params: unknown): string {
  return parseFileId((params as Static<typeof FileParams>).file_id)
}

function parseFileId(fileId: string): string {
  return formatUuid(fileId.slice('file-'.length))
}

function presentFile(asset: Asset): Static<typeof OpenAiFile> {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
  const { status, expires_at } = asset
  return {
    id: writeFileId(asset),
    object: 'file',
    bytes: asset.bytes ?? 0,
    created_at: seconds(asset.created_at),
    ...(expires_at && { expires_at: seconds(expires_at) }),
    filename: asset.name,
    purpose: (asset.payload as { purpose?: string }).purpose ?? usualPurpose,
    status: chooseState(status),
  }
}

function chooseState(status: number): 'uploaded' | 'processed' | 'error' {
  if (status === assetStatus.processingFailed) return 'error'
  return status >= assetStatus.thumbnailFailed ? 'processed' : 'uploaded'
}
