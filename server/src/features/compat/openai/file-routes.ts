import { Type } from 'typebox'
import { type Operation, operation } from '../../../http/operation.ts'
import { named } from '../../../http/schemas.ts'
import { FilePart, TextPart } from '../form-schemas.ts'
import {
  deleteOpenAiFile,
  downloadOpenAiFile,
  FileListQuery,
  FileParams,
  getOpenAiFile,
  listOpenAiFiles,
  OpenAiFile,
  uploadOpenAiFile,
} from './files.ts'
import { openAi } from './shared.ts'

const base = '/v1/files'
const params = { file_id: 'file-9c2f1d1e7b0a4c559a331f6a2f0f7d10' }

const exampleFile = {
  id: params.file_id,
  object: 'file',
  bytes: 48_213,
  created_at: 1_794_787_200,
  filename: 'photo.png',
  purpose: 'vision',
  status: 'processed',
}

export function fileRoutes(): Operation[] {
  return [
    operation({
      ...openAi,
      id: 'openAiUploadFile',
      method: 'POST',
      path: base,
      summary: 'Upload a file, like OpenAI',
      description: 'Creates an asset: an image, video, audio file, font or PDF.',
      permission: 'assets:write',
      takes: {
        'multipart/form-data': {
          schema: Type.Object({
            file: FilePart,
            purpose: Type.Optional(TextPart),
          }),
        },
      },
      reply: OpenAiFile,
      problems: ['validation_failed', 'body_too_large', 'storage_full'],
      example: { reply: exampleFile },
      exchange: uploadOpenAiFile,
    }),
    operation({
      ...openAi,
      id: 'openAiListFiles',
      method: 'GET',
      path: base,
      summary: 'List files, like OpenAI',
      description: 'All assets of the workspace, newest first.',
      permission: 'assets:read',
      query: FileListQuery,
      reply: named(
        'OpenAiFileList',
        Type.Object({
          object: Type.Enum(['list']),
          data: Type.Array(OpenAiFile),
          has_more: Type.Boolean(),
          first_id: Type.Union([Type.String(), Type.Null()]),
          last_id: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      example: {
        query: { limit: 20 },
        reply: {
          object: 'list',
          data: [exampleFile],
          has_more: false,
          first_id: params.file_id,
          last_id: params.file_id,
        },
      },
      exchange: listOpenAiFiles,
    }),
    operation({
      ...openAi,
      id: 'openAiGetFile',
      method: 'GET',
      path: `${base}/{file_id}`,
      summary: 'Read a file’s facts, like OpenAI',
      permission: 'assets:read',
      params: FileParams,
      reply: OpenAiFile,
      notFound: 'asset_not_found',
      example: { params, reply: exampleFile },
      exchange: getOpenAiFile,
    }),
    operation({
      ...openAi,
      id: 'openAiDownloadFile',
      method: 'GET',
      path: `${base}/{file_id}/content`,
      summary: 'Download a file, like OpenAI',
      permission: 'assets:read',
      params: FileParams,
      reply: Type.String({ contentMediaType: 'application/octet-stream' }),
      replyTypes: ['application/octet-stream'],
      notFound: 'asset_not_found',
      problems: ['asset_not_uploaded'],
      example: { params, reply: '…' },
      exchange: downloadOpenAiFile,
    }),
    operation({
      ...openAi,
      id: 'openAiDeleteFile',
      method: 'DELETE',
      path: `${base}/{file_id}`,
      summary: 'Delete a file, like OpenAI',
      permission: 'assets:write',
      params: FileParams,
      reply: named(
        'OpenAiDeletedFile',
        Type.Object({ id: Type.String(), object: Type.Enum(['file']), deleted: Type.Boolean() }),
      ),
      notFound: 'asset_not_found',
      example: { params, reply: { id: params.file_id, object: 'file', deleted: true } },
      exchange: deleteOpenAiFile,
    }),
  ]
}
