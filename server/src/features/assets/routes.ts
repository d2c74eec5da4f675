import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { resource } from '../../http/resource.ts'
import { named, UuidParams } from '../../http/schemas.ts'
import { deleteAsset } from './delete-asset.ts'
import { createAssetFromUrl } from './fetch-asset.ts'
import { folderRoutes } from './folder-routes.ts'
import { getAsset, listAssets } from './read-assets.ts'
import { registerAsset } from './register-asset.ts'
import {
  Asset,
  AssetListQuery,
  FromUrlBody,
  RegisterBody,
  SignBody,
  SignedUpload,
  UpdateAssetBody,
} from './schemas.ts'
import { receiveFile, sendFile } from './serve-files.ts'
import { largestUploadBytes, signUpload } from './sign-upload.ts'
import { updateAsset } from './update-asset.ts'
import { uploadAsset } from './upload-asset.ts'

const exampleId = '9c2f1d1e-7b0a-4c55-9a33-1f6a2f0f7d10'

const exampleAsset = {
  id: exampleId,
  status: 4,
  asset_type: 0,
  name: 'photo.png',
  file_url: 'http://localhost:4600/files/sha256/ab/cd…?expires=1794787200&signature=…',
  thumbnail: 'http://localhost:4600/files/sha256/12/34…?expires=1794787200&signature=…',
  content_type: 'image/png',
  bytes: 48213,
  width: 1200,
  height: 800,
  duration_ms: null,
  sha256: 'a3f1…',
  error: null,
  payload: {},
  folder_id: null,
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: null,
}

const FileBytes = Type.String({
  contentMediaType: 'application/octet-stream',
  maxLength: largestUploadBytes,
})

const UploadForm = Type.Object({
  file: FileBytes,
  folder_id: Type.Optional(Type.String({ format: 'uuid' })),
})

const assets = resource({
  tag: 'Assets',
  path: '/api/v1/assets',
  read: 'assets:read',
  write: 'assets:write',
  params: UuidParams,
  notFound: 'asset_not_found',
  record: Asset,
  example: { params: { id: exampleId }, record: exampleAsset },
})

export function assetRoutes() {
  return [
    assets.post('/sign', {
      id: 'signUpload',
      summary: 'Prepare an upload',
      description: 'PUT the bytes to `signed`, then register with `POST /api/v1/assets`.',
      body: SignBody,
      reply: SignedUpload,
      problems: ['folder_not_found'],
      example: {
        body: { filename: 'photo.png', filetype: 'image/png' },
        reply: {
          resource_id: exampleId,
          signed: 'http://localhost:4600/files/uploads/9c2f…?expires=1794787200&signature=…',
          asset: exampleId,
          asset_url: `http://localhost:4600/api/v1/assets/${exampleId}`,
          asset_key: `uploads/${exampleId}`,
          asset_type: 0,
          bucket_name: 'atelier',
        },
      },
      handle: (deps, { actor, body }) => signUpload(deps, actor, body),
    }),
    assets.create('', {
      id: 'registerAsset',
      summary: 'Register an uploaded file',
      description: 'Starts processing the file. When `status` is 4, the links work.',
      body: RegisterBody,
      problems: ['quota_exceeded', 'asset_not_found', 'asset_not_uploaded'],
      example: {
        body: { id: exampleId, asset_name: 'photo.png', payload: { title: 'Photo' } },
      },
      handle: (deps, { actor, body }) => registerAsset(deps, actor, body),
    }),
    assets.create('/from-url', {
      id: 'createAssetFromUrl',
      summary: 'Create an asset from a URL',
      description:
        'The server fetches the file in the background. Poll the asset until `status` is 4 or 2.',
      body: FromUrlBody,
      reply: named('AssetFromUrl', Type.Object({ id: Type.String({ format: 'uuid' }) })),
      problems: ['quota_exceeded', 'folder_not_found'],
      example: { body: { url: 'https://example.com/photo.png' }, reply: { id: exampleId } },
      handle: (deps, { actor, body }) => createAssetFromUrl(deps, actor, body),
    }),
    assets.create('/upload', {
      id: 'uploadAsset',
      summary: 'Upload a file as multipart/form-data',
      description: 'One part named `file`, and `folder_id` if it belongs in a folder.',
      takes: { 'multipart/form-data': { schema: UploadForm } },
      problems: [
        'quota_exceeded',
        'validation_failed',
        'folder_not_found',
        'body_too_large',
        'storage_full',
      ],
      exchange: (deps, call, { request, reply }) => uploadAsset(deps, call, request, reply),
    }),
    assets.list('', {
      id: 'listAssets',
      summary: 'List assets, newest first',
      query: AssetListQuery,
      problems: ['folder_not_found'],
      list: (deps, { actor, query }) => listAssets(deps, actor, query),
    }),
    assets.get('/{id}', {
      id: 'getAsset',
      summary: 'Read an asset',
      etag: true,
      handle: (deps, { actor, params }) => getAsset(deps, actor, params.id),
    }),
    assets.patch('/{id}', {
      id: 'updateAsset',
      summary: 'Rename an asset',
      body: UpdateAssetBody,
      example: {
        body: { name: 'poster.png' },
        reply: { ...exampleAsset, name: 'poster.png' },
      },
      handle: (deps, { actor, params, body }) => updateAsset(deps, actor, params.id, body),
    }),
    assets.delete('/{id}', {
      id: 'deleteAsset',
      summary: 'Delete an asset',
      handle: (deps, { actor, params }) => deleteAsset(deps, actor, params.id),
    }),
    ...folderRoutes(),
    operation({
      id: 'downloadFile',
      method: 'GET',
      path: '/files/*',
      tag: 'Assets',
      summary: 'Download a file through a signed link',
      description: 'Supports `Range`, `If-Range` and `If-None-Match`.',
      permission: 'public',
      reply: Type.String({ contentMediaType: 'application/octet-stream' }),
      replyTypes: ['*/*'],
      problems: ['link_invalid', 'link_expired', 'file_not_found', 'range_not_satisfiable'],
      exchange: (deps, _call, { request, reply }) => sendFile(deps, request, reply),
    }),
    operation({
      id: 'uploadFile',
      method: 'PUT',
      path: '/files/*',
      tag: 'Assets',
      summary: 'Upload the bytes of a signed upload',
      takes: { '*/*': { schema: FileBytes } },
      permission: 'public',
      problems: [
        'quota_exceeded',
        'link_invalid',
        'link_expired',
        'upload_closed',
        'body_too_large',
        'storage_full',
      ],
      exchange: (deps, _call, { request, reply }) => receiveFile(deps, request, reply),
    }),
  ]
}
