import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { Asset } from '../../assets/schemas.ts'
import { assetId, exampleAsset } from '../examples.ts'
import { attachAsset, detachAsset, listAttachments } from './manage-attachments.ts'
import { AttachBody, AttachmentParams } from './schemas.ts'

const params = { task_id: 'LAUNCH-12' }

const attachments = resource({
  tag: 'Board tasks',
  path: '/api/v1/pm/tasks/{task_id}/attachment',
  read: 'boards:read',
  write: 'boards:write',
  params: AttachmentParams,
  notFound: 'pm_task_not_found',
  record: Asset,
  example: { params: { task_id: 'LAUNCH-12' }, record: exampleAsset },
})

export function attachmentRoutes() {
  return [
    attachments.list('', {
      id: 'listAttachments',
      summary: 'List the files of a task',
      query: PageQuery,
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listAttachments(deps, actor, params.task_id)),
    }),
    attachments.create('', {
      id: 'attachAsset',
      summary: 'Attach a file to a task',
      description:
        'Takes the `asset_id` of an asset or the `asset_key` of a signed upload. Attaching a file again has no effect.',
      body: AttachBody,
      problems: [
        'board_read_only',
        'asset_not_found',
        'asset_not_uploaded',
        'too_many_attachments',
      ],
      example: { body: { asset_id: assetId } },
      handle: (deps, { actor, params, body }) => attachAsset(deps, actor, params.task_id, body),
    }),
    attachments.delete('/{asset_id}', {
      id: 'detachAsset',
      summary: 'Remove a file from a task',
      description: 'The asset itself is kept.',
      notFound: 'attachment_not_found',
      problems: ['pm_task_not_found', 'board_read_only'],
      example: { params: { ...params, asset_id: assetId } },
      handle: (deps, { actor, params }) =>
        detachAsset(deps, actor, params.task_id, params.asset_id),
    }),
  ]
}
