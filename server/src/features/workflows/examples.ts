export const exampleId = '6f0a2b7c-1d3e-4a5b-8c9d-0e1f2a3b4c5d'
export const exampleRunId = '0b9d8c7e-6f5a-4b3c-9d2e-1f0a9b8c7d6e'
export const exampleParams = { id: exampleId }
export const exampleRunParams = { id: exampleId, run_id: exampleRunId }

export const exampleDefinition = {
  title: 'Tag and tell',
  description: 'Asks for a word, and makes a tag of it.',
  inputs: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 50 } },
  },
  steps: [
    {
      id: 'approval',
      type: 'ask',
      kind: 'approval',
      question: 'May there be a tag ${inputs.name}?',
      expires_in_seconds: 86400,
    },
    {
      id: 'decision',
      type: 'branch',
      cases: [
        {
          when: 'steps.approval.output.value == "approved"',
          steps: [
            { id: 'tag', type: 'call', operation: 'createTag', body: { name: '${inputs.name}' } },
          ],
        },
      ],
    },
  ],
  output: { tagged: '${steps.tag.output != null}' },
}

const maker = { id: 1, name: 'Mia Wong', kind: 'user' }
const at = '2026-11-15T09:30:00.000Z'

export const exampleWorkflow = {
  id: exampleId,
  slug: 'tag-and-tell',
  title: exampleDefinition.title,
  description: exampleDefinition.description,
  version: 1,
  is_listed: true,
  inputs: exampleDefinition.inputs,
  created_by: maker,
  created_at: at,
  updated_at: at,
  definition: exampleDefinition,
}

export const exampleVersion = {
  version: 1,
  created_by: maker,
  created_at: at,
  definition: exampleDefinition,
}

const facts = {
  create_time: 1794821400000,
  update_time: 1794821400450,
  start_time: 1794821400000,
  end_time: 0,
  status: 'RUNNING',
  workflow_id: exampleRunId,
  run_id: exampleRunId,
  definition_id: exampleId,
  version: 1,
  correlation_id: '2c1d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f',
  source: 'the launch agent',
  reason: null,
}

export const exampleRunSummary = facts

const step = {
  path: 'approval',
  id: 'approval',
  type: 'ask',
  status: 'waiting',
  attempts: 1,
  waits_for: { type: 'question', id: '7e6d5c4b-3a29-4817-9605-f4e3d2c1b0a9' },
  next_at: null,
  error: null,
  started_at: at,
  ended_at: null,
}

export const exampleRun = {
  ...facts,
  input: { name: 'autumn' },
  output: {},
  parent_run_id: null,
  started_by: maker,
  deadline_at: '2026-12-15T09:30:00.000Z',
  steps: [step],
}

export const exampleStep = { ...step, input: { kind: 'approval' }, output: null }
