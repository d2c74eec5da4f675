import { listSchema } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createAssetFolder } from './create-folder.ts'
import { deleteAssetFolder } from './delete-folder.ts'
import {
  AssetFolder,
  CreateFolderBody,
  MoveAssetsBody,
  MoveAssetsReply,
  UpdateFolderBody,
} from './folder-schemas.ts'
import { moveAssets } from './move-assets.ts'
import { getAssetFolder, listAssetFolders } from './read-folders.ts'
import { updateAssetFolder } from './update-folder.ts'

const exampleId = '4f0b7a52-1c6e-4f0d-8a37-2b9d5e61c0aa'

const exampleFolder = {
  id: exampleId,
  name: 'Autumn launch',
  parent_id: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

const folders = resource({
  tag: 'Assets',
  path: '/api/v1/assets',
  read: 'assets:read',
  write: 'assets:write',
  params: UuidParams,
  notFound: 'folder_not_found',
  record: AssetFolder,
  etag: true,
  example: { params: { id: exampleId }, record: exampleFolder },
})

export function folderRoutes() {
  return [
    folders.get('/folders', {
      id: 'listAssetFolders',
      summary: 'List the folders of the assets',
      description: 'All folders at every level, by name. `parent_id` gives the tree.',
      reply: listSchema(AssetFolder),
      example: { reply: { count: 1, results: [exampleFolder] } },
      handle: (deps, { actor }) => listAssetFolders(deps, actor),
    }),
    folders.create('/folders', {
      id: 'createAssetFolder',
      summary: 'Create a folder for assets',
      description:
        'Names are unique within a folder, regardless of case. A folder inside a folder of a teamspace belongs to the same teamspace.',
      body: CreateFolderBody,
      problems: ['folder_not_found', 'folder_name_taken', 'folders_too_deep', 'too_many_folders'],
      example: { body: { name: 'Autumn launch' } },
      handle: (deps, { actor, body }) => createAssetFolder(deps, actor, body),
    }),
    folders.get('/folders/{id}', {
      id: 'getAssetFolder',
      summary: 'Read a folder',
      handle: (deps, { actor, params }) => getAssetFolder(deps, actor, params.id),
    }),
    folders.patch('/folders/{id}', {
      id: 'updateAssetFolder',
      summary: 'Rename or move a folder',
      description:
        'Its files and folders stay inside. `parent_id: null` moves it to the top level.',
      body: UpdateFolderBody,
      problems: [
        'folder_name_taken',
        'folder_cycle',
        'folders_too_deep',
        'folder_of_teamspace',
        'precondition_failed',
      ],
      example: {
        body: { name: 'Spring launch' },
        reply: { ...exampleFolder, name: 'Spring launch' },
      },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateAssetFolder(deps, actor, params.id, body, ifMatch),
    }),
    folders.delete('/folders/{id}', {
      id: 'deleteAssetFolder',
      summary: 'Delete a folder but not its files',
      description: 'Its files and folders move to the folder around it, or to the top level.',
      problems: ['folder_name_taken', 'precondition_failed'],
      handle: (deps, { actor, params, ifMatch }) =>
        deleteAssetFolder(deps, actor, params.id, ifMatch),
    }),
    folders.post('/move', {
      id: 'moveAssets',
      summary: 'Move assets to a folder',
      description: 'Moves all of them or none. `folder_id: null` moves them to the top level.',
      body: MoveAssetsBody,
      reply: MoveAssetsReply,
      problems: ['asset_not_found', 'folder_not_found', 'folder_of_teamspace'],
      example: {
        body: { asset_ids: ['9c2f1d1e-7b0a-4c55-9a33-1f6a2f0f7d10'], folder_id: exampleId },
        reply: { changed: 1 },
      },
      handle: (deps, { actor, body }) => moveAssets(deps, actor, body),
    }),
  ]
}
