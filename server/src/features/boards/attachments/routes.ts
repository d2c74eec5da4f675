import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { PageQuery, slicePage } from '../../../http/pagination.ts'
import { Asset } from '../../assets/schemas.ts'
import { assetId, exampleAsset } from '../examples.ts'
import { TaskParams } from '../tasks/schemas.ts'
import { attachAsset, detachAsset, listAttachments } from './manage-attachments.ts'
import { AttachBody, AttachmentParams } from './schemas.ts'

const tag = 'Board tasks'
const base = '/api/v1/pm/tasks/{task_id}/attachment'
const params = { task_id: 'LAUNCH-12' }

export function attachmentRoutes() {
  return [
    listOperation({
      id: 'listAttachments',
      path: base,
      tag,
      summary: 'List the files of a task',
      permission: 'boards:read',
      params: TaskParams,
      query: PageQuery,
      entry: Asset,
      notFound: 'pm_task_not_found',
      example: { params, entry: exampleAsset },
      list: async (deps, { actor, params, query }) =>
        slicePage(query, await listAttachments(deps, actor, params.task_id)),
    }),
    operation({
      id: 'attachAsset',
      method: 'POST',
      path: base,
      tag,
      summary: 'Attach a file to a task',
      description:
        'Takes the `asset_id` of an asset or the `asset_key` of a signed upload. Attaching a file again has no effect.',
      permission: 'boards:write',
      params: TaskParams,
      body: AttachBody,
      status: 201,
      reply: Asset,
      notFound: 'pm_task_not_found',
      problems: [
        'board_read_only',
        'asset_not_found',
        'asset_not_uploaded',
        'too_many_attachments',
      ],
      example: { params, body: { asset_id: assetId }, reply: exampleAsset },
      handle: (deps, { actor, params, body }) => attachAsset(deps, actor, params.task_id, body),
    }),
    operation({
      id: 'detachAsset',
      method: 'DELETE',
      path: `${base}/{asset_id}`,
      tag,
      summary: 'Remove a file from a task',
      description: 'The asset itself is kept.',
      permission: 'boards:write',
      params: AttachmentParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'attachment_not_found',
      problems: ['pm_task_not_found', 'board_read_only'],
      example: { params: { ...params, asset_id: assetId } },
      handle: (deps, { actor, params }) =>
        detachAsset(deps, actor, params.task_id, params.asset_id),
    }),
  ]
}
