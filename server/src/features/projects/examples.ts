/** Examples for the API reference; the tests send them too. */
export const exampleId = '8d0f9a52-2c65-4b2c-9a8e-4a1f6f0f2a11'
export const exampleParams = { resourcetype: 'campaign', id: exampleId }

const at = '2026-11-15T09:30:00.000Z'

const exampleFields = {
  title: 'Autumn launch',
  description: 'Everything for the launch of the autumn collection.',
  primary_type: 'launch',
}

export const exampleData = { stage: 'research', budget: { total: 12000.5, currency: 'EUR' } }

export const exampleSummary = {
  id: exampleId,
  resourcetype: 'campaign',
  ...exampleFields,
  revision: 3,
  creator: 1,
  modifier: 1,
  space_id: null,
  created_at: at,
  updated_at: at,
}

export const exampleProject = { ...exampleSummary, data: exampleData }

export const exampleRevision = {
  revision: 3,
  action: 'merged',
  from_revision: 1,
  changed: ['data'],
  paths: ['/data/stage'],
  actor: { id: 1, name: 'Mia Wong', kind: 'agent', via: 'api' },
  request_id: '0b6e3f2a-9c1d-4f5a-8a77-5d0f2c9b1e64',
  created_at: at,
}

export const exampleWholeRevision = { ...exampleRevision, ...exampleFields, data: exampleData }

export const exampleItem = {
  id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64',
  title: 'Teaser post',
  description: '',
  primary_type: 'post',
  start_date: '2026-11-16',
  due_date: '2026-11-20',
  status: 'planned',
  priority: 2,
  order: 0,
  data: { channel: 'mastodon' },
  creator: 1,
  modifier: 1,
  created_at: at,
  updated_at: at,
}
