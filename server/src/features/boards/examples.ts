import { fieldExamples } from './tasks/fields.ts'

const at = '2026-11-15T09:30:00.000Z'

export const boardId = '5f0c2f3e-6d0e-4a0c-9d53-1f0a2b7c9e01'
export const statusId = 'a1b6f0d2-3c44-4f7e-8d2b-7e1c5a9f3b02'
export const taskId = 'c3d8e1f4-5a66-4b90-9c1d-2f3e4a5b6c03'
export const otherTaskId = 'd4e9f2a5-6b77-4ca1-8d2e-3a4f5b6c7d04'
export const itemId = 'e5fa03b6-7c88-4db2-9e3f-4b5a6c7d8e05'
export const fieldId = 'f60b14c7-8d99-4ec3-8f4a-5c6b7d8e9f06'
export const assetId = '9c2f1d1e-7b0a-4c55-9a33-1f6a2f0f7d10'

export const exampleBoard = {
  id: boardId,
  slug: 'launch',
  title: 'Autumn launch',
  description: 'Everything up to the day the shop opens.',
  access: 2,
  primary_type: 'PM',
  extra: {},
  space_id: null,
  statuses: [statusId],
  creator: 1,
  modifier: 1,
  tasks_count: 12,
  created_at: at,
  updated_at: at,
}

export const exampleStatus = {
  id: statusId,
  board: boardId,
  title: 'To Do',
  description: '',
  color: '#4C8BF5',
  order: 1,
  category: 'todo',
  created_at: at,
  updated_at: at,
}

export const exampleField = {
  id: fieldId,
  board: boardId,
  key: 'channel',
  name: 'Channel',
  kind: 'select',
  options: ['Mail', 'Social', 'Print'],
  created_at: at,
  updated_at: at,
}

export const exampleTag = { id: 4, name: 'design', color: '#8E5BD0' }

export const exampleMember = {
  id: 1,
  first_name: 'Mia',
  last_name: 'Wong',
  email: 'mia@example.com',
  added_at: at,
}

export const exampleItem = { id: itemId, title: 'Proofread', done: false, order: 'V' }

export const exampleTask = {
  id: taskId,
  slug: 'LAUNCH-12',
  board: boardId,
  status: statusId,
  ...fieldExamples,
  checklist: [exampleItem],
  attachments: [],
  subtasks: [],
  recurrence: null,
  series_id: null,
  creator: 1,
  modifier: 1,
  modifier_kind: 'agent',
  modifier_name: 'Launch agent',
  created_at: at,
  updated_at: at,
}

export const exampleDependencies = {
  blocks: [],
  blocked_by: [
    {
      id: otherTaskId,
      slug: 'LAUNCH-7',
      title: 'Choose the pictures',
      status: statusId,
      complete: false,
    },
  ],
  related: [],
  is_blocked: true,
}

export const exampleAsset = {
  id: assetId,
  status: 4,
  asset_type: 0,
  name: 'poster.png',
  file_url: 'http://localhost:4600/files/sha256/ab/cd…?expires=1794787200&signature=…',
  thumbnail: null,
  content_type: 'image/png',
  bytes: 48213,
  width: 1200,
  height: 800,
  duration_ms: null,
  sha256: 'a3f1…',
  error: null,
  payload: {},
  folder_id: null,
  created_at: at,
  expires_at: null,
}

export const exampleEntry = {
  id: 812,
  seq: 3,
  verb: 'status_changed',
  actor: { id: 1, name: 'Launch agent', kind: 'agent', via: 'api' },
  object: { type: 'task', id: taskId },
  timestamp: at,
  changes: [
    {
      field: 'status',
      old: statusId,
      new: 'b2c7a1e3-4d55-4a8f-9e3c-8f2d6b0a4c07',
      old_display: 'To Do',
      new_display: 'In Progress',
    },
  ],
  comment: null,
  request_id: 'b0d7c5b4-8f3e-4f5a-9c1d-0a2b4c6d8e08',
}
