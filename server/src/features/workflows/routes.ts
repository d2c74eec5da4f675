import { Type } from 'typebox'
import type { OperationCaller } from '../../http/call-operation.ts'
import { listSchema, PageQuery } from '../../http/pagination.ts'
import { requirePermission } from '../../http/permissions.ts'
import { resource } from '../../http/resource.ts'
import { named } from '../../http/schemas.ts'
import { createWithTrigger } from './create-with-trigger.ts'
import { documentSchema, stepSchemas } from './definition/step-schemas.ts'
import {
  exampleDefinition,
  exampleId,
  exampleParams,
  exampleVersion,
  exampleWorkflow,
} from './examples.ts'
import {
  getVersion,
  getWorkflow,
  listStartable,
  listVersions,
  listWorkflows,
} from './read-workflows.ts'
import { deleteWorkflow, examineDefinition, updateWorkflow } from './save-workflow.ts'
import {
  CallableOperation,
  CheckBody,
  CheckReply,
  CreateWorkflowBody,
  StartableList,
  Template,
  UpdateWorkflowBody,
  VersionParams,
  Workflow,
  WorkflowListQuery,
  WorkflowSummary,
  WorkflowVersion,
} from './schemas.ts'
import { templates } from './templates.ts'

const { definition: _, ...exampleSummary } = exampleWorkflow

const workflows = resource({
  tag: 'Workflows',
  path: '/api/v1/service/workflows',
  read: 'workflows:read',
  write: 'workflows:write',
  params: VersionParams,
  notFound: 'workflow_not_found',
  record: Workflow,
  etag: true,
  example: { params: exampleParams, record: exampleWorkflow },
})

export function workflowRoutes(caller: () => OperationCaller) {
  return [
    workflows.get('/mcp', {
      id: 'listStartableWorkflows',
      summary: 'List the workflows that agents can start',
      description: 'Every listed workflow, with the JSON Schema of its inputs.',
      reply: StartableList,
      example: {
        reply: {
          count: 1,
          results: [
            {
              id: exampleId,
              title: exampleDefinition.title,
              description: exampleDefinition.description,
              inputs: exampleDefinition.inputs,
            },
          ],
        },
      },
      handle: (deps, { actor }) => listStartable(deps, actor),
    }),
    workflows.list('', {
      id: 'listWorkflows',
      summary: 'List workflows, newest first',
      query: WorkflowListQuery,
      entry: WorkflowSummary,
      example: { entry: exampleSummary },
      list: (deps, { actor, query }) => listWorkflows(deps, actor, query),
    }),
    workflows.create('', {
      id: 'createWorkflow',
      summary: 'Create a workflow',
      description: 'Takes a definition or a template. Errors name their path in the document.',
      body: CreateWorkflowBody,
      problems: ['slug_taken'],
      example: { body: { definition: exampleDefinition, is_listed: true } },
      handle: (deps, { actor, body }) => createWithTrigger(deps, caller(), actor, body),
    }),
    workflows.post('/check', {
      id: 'checkWorkflow',
      summary: 'Check a definition without saving it',
      permission: 'workflows:read',
      body: CheckBody,
      reply: CheckReply,
      example: {
        body: { definition: exampleDefinition },
        reply: { valid: true, errors: [] },
      },
      handle: async (_deps, { actor, body }) => examineDefinition(actor, caller(), body.definition),
    }),
    workflows.get('/templates', {
      id: 'listWorkflowTemplates',
      summary: 'List the workflow templates',
      reply: listSchema(Template),
      example: {
        reply: {
          count: 1,
          results: [
            {
              id: 'launch-week',
              title: exampleDefinition.title,
              description: exampleDefinition.description,
              definition: exampleDefinition,
              trigger: null,
            },
          ],
        },
      },
      handle: async (_deps, { actor }) => {
        requirePermission(actor, 'workflows:read')
        return { count: templates.length, results: templates }
      },
    }),
    workflows.get('/operations', {
      id: 'listWorkflowOperations',
      summary: 'List the operations that `call` steps can use',
      description: 'Each operation with the JSON Schemas of its input and output.',
      reply: listSchema(CallableOperation),
      example: {
        reply: {
          count: 1,
          results: [
            {
              operation: 'createTag',
              summary: 'Create a tag',
              permission: 'boards:write',
              params: null,
              query: null,
              body: { type: 'object' },
              reply: { type: 'object' },
            },
          ],
        },
      },
      handle: async (_deps, { actor }) => {
        requirePermission(actor, 'workflows:read')
        const results = caller().operations.map((one) => ({
          operation: one.id,
          summary: one.summary,
          permission: one.permission,
          params: one.params ?? null,
          query: one.query ?? null,
          body: one.body ?? null,
          reply: one.reply,
        }))
        return { count: results.length, results }
      },
    }),
    workflows.get('/schema', {
      id: 'getWorkflowSchema',
      summary: 'Read the JSON Schemas of a definition',
      description: '`document` is the whole definition; `steps` has one schema per step type.',
      reply: named(
        'WorkflowSchema',
        Type.Object({
          document: Type.Unknown(),
          steps: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
      example: {
        reply: { document: { type: 'object' }, steps: { call: { type: 'object' } } },
      },
      handle: async (_deps, { actor }) => {
        requirePermission(actor, 'workflows:read')
        return { document: documentSchema, steps: stepSchemas }
      },
    }),
    workflows.get('/{id}', {
      id: 'getWorkflow',
      summary: 'Read a workflow',
      handle: (deps, { actor, params }) => getWorkflow(deps, actor, params.id),
    }),
    workflows.patch('/{id}', {
      id: 'updateWorkflow',
      summary: 'Change a workflow',
      description:
        'A new definition becomes the next version. Runs in progress keep their version. Honours `If-Match`.',
      body: UpdateWorkflowBody,
      problems: ['slug_taken', 'precondition_failed'],
      example: {
        body: { definition: exampleDefinition },
        reply: { ...exampleWorkflow, version: 2 },
      },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateWorkflow(deps, caller(), actor, params.id, { body, ifMatch }),
    }),
    workflows.delete('/{id}', {
      id: 'deleteWorkflow',
      summary: 'Delete a workflow',
      description:
        'It can no longer be started. Its runs continue and can still be read by its id.',
      handle: (deps, { actor, params }) => deleteWorkflow(deps, actor, params.id),
    }),
    workflows.list('/{id}/versions', {
      id: 'listWorkflowVersions',
      summary: 'List the versions of a workflow, newest first',
      query: PageQuery,
      entry: WorkflowVersion,
      example: { entry: exampleVersion },
      list: (deps, { actor, params, query }) => listVersions(deps, actor, params.id, query),
    }),
    workflows.get('/{id}/versions/{version}', {
      id: 'getWorkflowVersion',
      summary: 'Read a version of a workflow',
      reply: WorkflowVersion,
      problems: ['workflow_version_not_found'],
      example: { params: { ...exampleParams, version: 1 }, reply: exampleVersion },
      handle: (deps, { actor, params }) => getVersion(deps, actor, params.id, params.version),
    }),
  ]
}
