import { Type } from 'typebox'
import type { OperationCaller } from '../../http/call-operation.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { listOf, PageQuery } from '../../http/pagination.ts'
import { requirePermission } from '../../http/permissions.ts'
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
  WorkflowParams,
  WorkflowSummary,
  WorkflowVersion,
} from './schemas.ts'
import { templates } from './templates.ts'

const tag = 'Workflows'
const base = '/api/v1/service/workflows'
const { definition: _, ...exampleSummary } = exampleWorkflow

export function workflowRoutes(caller: () => OperationCaller) {
  return [
    operation({
      id: 'listStartableWorkflows',
      method: 'GET',
      path: `${base}/mcp`,
      tag,
      summary: 'List the workflows that agents can start',
      description: 'Every listed workflow, with the JSON Schema of its inputs.',
      permission: 'workflows:read',
      status: 200,
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
    listOperation({
      id: 'listWorkflows',
      path: base,
      tag,
      summary: 'List workflows, newest first',
      permission: 'workflows:read',
      query: WorkflowListQuery,
      entry: WorkflowSummary,
      example: { entry: exampleSummary },
      list: (deps, { actor, query }) => listWorkflows(deps, actor, query),
    }),
    operation({
      id: 'createWorkflow',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a workflow',
      description: 'Takes a definition or a template. Errors name their path in the document.',
      permission: 'workflows:write',
      body: CreateWorkflowBody,
      status: 201,
      reply: Workflow,
      etag: true,
      problems: ['slug_taken'],
      example: {
        body: { definition: exampleDefinition, is_listed: true },
        reply: exampleWorkflow,
      },
      handle: (deps, { actor, body }) => createWithTrigger(deps, caller(), actor, body),
    }),
    operation({
      id: 'checkWorkflow',
      method: 'POST',
      path: `${base}/check`,
      tag,
      summary: 'Check a definition without saving it',
      permission: 'workflows:read',
      body: CheckBody,
      status: 200,
      reply: CheckReply,
      example: {
        body: { definition: exampleDefinition },
        reply: { valid: true, errors: [] },
      },
      handle: async (_deps, { actor, body }) => examineDefinition(actor, caller(), body.definition),
    }),
    operation({
      id: 'listWorkflowTemplates',
      method: 'GET',
      path: `${base}/templates`,
      tag,
      summary: 'List the workflow templates',
      permission: 'workflows:read',
      status: 200,
      reply: listOf(Template),
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
    operation({
      id: 'listWorkflowOperations',
      method: 'GET',
      path: `${base}/operations`,
      tag,
      summary: 'List the operations that `call` steps can use',
      description: 'Each operation with the JSON Schemas of its input and output.',
      permission: 'workflows:read',
      status: 200,
      reply: listOf(CallableOperation),
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
    operation({
      id: 'getWorkflowSchema',
      method: 'GET',
      path: `${base}/schema`,
      tag,
      summary: 'Read the JSON Schemas of a definition',
      description: '`document` is the whole definition; `steps` has one schema per step type.',
      permission: 'workflows:read',
      status: 200,
      reply: named(
        'WorkflowSchema',
        Type.Object({
          document: Type.Unknown(),
          steps: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
      example: { reply: { document: { type: 'object' }, steps: { call: { type: 'object' } } } },
      handle: async (_deps, { actor }) => {
        requirePermission(actor, 'workflows:read')
        return { document: documentSchema, steps: stepSchemas }
      },
    }),
    operation({
      id: 'getWorkflow',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read a workflow',
      permission: 'workflows:read',
      params: WorkflowParams,
      status: 200,
      reply: Workflow,
      etag: true,
      notFound: 'workflow_not_found',
      example: { params: exampleParams, reply: exampleWorkflow },
      handle: (deps, { actor, params }) => getWorkflow(deps, actor, params.id),
    }),
    operation({
      id: 'updateWorkflow',
      method: 'PATCH',
      path: `${base}/{id}`,
      tag,
      summary: 'Change a workflow',
      description:
        'A new definition becomes the next version. Runs in progress keep their version. Honours `If-Match`.',
      permission: 'workflows:write',
      params: WorkflowParams,
      body: UpdateWorkflowBody,
      status: 200,
      reply: Workflow,
      etag: true,
      notFound: 'workflow_not_found',
      problems: ['slug_taken', 'precondition_failed'],
      example: {
        params: exampleParams,
        body: { definition: exampleDefinition },
        reply: { ...exampleWorkflow, version: 2 },
      },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateWorkflow(deps, caller(), actor, params.id, { body, ifMatch }),
    }),
    operation({
      id: 'deleteWorkflow',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Delete a workflow',
      description:
        'It can no longer be started. Its runs continue and can still be read by its id.',
      permission: 'workflows:write',
      params: WorkflowParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'workflow_not_found',
      example: { params: exampleParams },
      handle: (deps, { actor, params }) => deleteWorkflow(deps, actor, params.id),
    }),
    listOperation({
      id: 'listWorkflowVersions',
      path: `${base}/{id}/versions`,
      tag,
      summary: 'List the versions of a workflow, newest first',
      permission: 'workflows:read',
      params: WorkflowParams,
      query: PageQuery,
      entry: WorkflowVersion,
      notFound: 'workflow_not_found',
      example: { params: exampleParams, entry: exampleVersion },
      list: (deps, { actor, params, query }) => listVersions(deps, actor, params.id, query),
    }),
    operation({
      id: 'getWorkflowVersion',
      method: 'GET',
      path: `${base}/{id}/versions/{version}`,
      tag,
      summary: 'Read a version of a workflow',
      permission: 'workflows:read',
      params: VersionParams,
      status: 200,
      reply: WorkflowVersion,
      notFound: 'workflow_not_found',
      problems: ['workflow_version_not_found'],
      example: { params: { ...exampleParams, version: 1 }, reply: exampleVersion },
      handle: (deps, { actor, params }) => getVersion(deps, actor, params.id, params.version),
    }),
  ]
}
