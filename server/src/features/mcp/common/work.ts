import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { invalid } from '../../../http/problem.ts'
import { readJobText } from '../jobs/job-kinds.ts'
import { jobResult } from '../jobs/job-result.ts'
import { waitForJob } from '../jobs/wait-for-job.ts'
import type { Tool } from '../surface.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool, type Use } from './common-tool.ts'
import { requireByName } from './find-by-name.ts'
import { finish } from './media.ts'
import { findKind } from './record-kinds.ts'
import { projectPath, workflowId } from './references.ts'

const Data = Type.Object({}, { additionalProperties: true })

const SaveProject = Type.Object({
  project: Type.Optional(
    Type.String({ description: 'Id or title of a project to change; otherwise a new one.' }),
  ),
  type: Type.Optional(Type.String({ default: 'campaign', description: 'Of a new project.' })),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })),
  description: Type.Optional(Type.String()),
  data: Type.Optional(
    Type.Object(Data.properties, {
      additionalProperties: true,
      description: 'State to keep, any JSON. Keys replace those of the project; others stay.',
    }),
  ),
})

const CreatePost = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 5000 }),
  accounts: Type.Array(Type.String(), { minItems: 1, description: 'Names or ids.' }),
  action: Type.Enum(['draft', 'schedule', 'add_to_queue', 'publish'], { default: 'draft' }),
  date: Type.Optional(Type.String({ description: 'schedule: YYYY-MM-DD HH:MM' })),
  timezone: Type.Optional(Type.String({ description: 'Such as Europe/Berlin.' })),
  media: Type.Optional(Type.Array(Type.String(), { description: 'URLs or ids of files.' })),
})

const RunWorkflow = Type.Object({
  workflow: Type.String({ minLength: 1, description: 'Slug or title.' }),
  input: Type.Optional(Data),
  wait: Type.Optional(Type.Boolean({ default: true, description: 'Wait for the end.' })),
})

const WaitForJob = Type.Object({
  job: Type.String({ description: 'As a tool returned it, such as task:<id>.' }),
  seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600, default: 60 })),
})

/** Projects, posts, workflows and waiting. */
export function workTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'save_project',
      title: 'Create or change a project',
      description: 'Keeps state across conversations: a project with a title and JSON data.',
      permission: 'projects:write',
      input: SaveProject,
      call: saveProject,
    }),
    commonTool(caller, {
      name: 'create_post',
      title: 'Draft, schedule or publish a social media post',
      description:
        'Creates a post on connected accounts. Keep it a draft until a person approved it.',
      permission: 'social:write',
      input: CreatePost,
      call: createPost,
    }),
    commonTool(caller, {
      name: 'run_workflow',
      title: 'Run a workflow',
      description: 'Starts a workflow and returns its output.',
      permission: 'workflows:run',
      input: RunWorkflow,
      call: async (use, { workflow, input = {}, wait = true }) => {
        const id = await workflowId(use, workflow)
        const { run_id } = await use.run('startWorkflow', { params: { id }, body: { input } })
        const job = { kind: 'run' as const, ids: [id, String(run_id)] }
        if (wait) return finish(use, job)
        return jobResult(job, await waitForJob(caller, use.call, job, 0), use.call.form)
      },
    }),
    commonTool(caller, {
      name: 'wait_for_job',
      title: 'Wait for a job',
      description: 'Waits for image work, speech, a transcript, video or workflow run.',
      permission: 'any credential',
      isReadOnly: true,
      input: WaitForJob,
      call: async ({ call }, { job: text, seconds = 60 }) => {
        const job = readJobText(text)
        // Cancelling this call must not cancel the work of another one.
        const watching = { ...call, wasCancelled: () => false }
        return jobResult(job, await waitForJob(caller, watching, job, seconds), call.form)
      },
    }),
  ]
}

async function saveProject(
  use: Use,
  {
    project,
    type = 'campaign',
    data,
    ...fields
  }: { project?: string; type?: string; title?: string; description?: string; data?: object },
) {
  const { run, call } = use
  const brief = (record: Record<string, unknown>) =>
    valueResult({ ...findKind('project').brief(record), data: record.data }, call.form)
  if (project === undefined) {
    if (fields.title === undefined) throw invalid('title', 'is required for a new project')
    const body = { ...fields, ...(data && { data }) }
    return brief(await run('createProject', { params: { resourcetype: type }, body }))
  }
  const params = await projectPath(use, project)
  const { data: before, revision } = await run('getProject', { params })
  // A change that someone made in between is merged, or reported as a conflict.
  const merged = data && { data: { ...(before as object), ...data }, base_revision: revision }
  return brief(await run('updateProject', { params, body: { ...fields, ...merged } }))
}

async function createPost(
  use: Use,
  {
    message,
    accounts,
    action,
    date,
    timezone,
    media,
  }: {
    message: string
    accounts: string[]
    action: string
    date?: string
    timezone?: string
    media?: string[]
  },
) {
  const { caller, call, run } = use
  const account_ids: unknown[] = []
  for (const account of accounts) {
    account_ids.push((await requireByName(caller, call, 'account', 'accounts', account)).id)
  }
  const body = {
    message,
    account_ids,
    action,
    ...(date !== undefined && { date }),
    ...(timezone !== undefined && { tz: timezone }),
    ...(media && { media }),
  }
  const { posts } = await run('createPosts', { body })
  return valueResult(
    { posts: (posts as object[]).map((post) => findKind('post').brief({ ...post })) },
    call.form,
  )
}
