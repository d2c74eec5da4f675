import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { getTask } from '../tasks/read-tasks.ts'
import type { Task } from '../tasks/schemas.ts'
import { chooseModel, imageEngine } from './image-engine.ts'
import type { capabilities, GenerationStatus } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets' | 'secrets'>

const statuses: Record<Task['status'], GenerationStatus['job_status']> = {
  PENDING: 'PENDING',
  RETRY: 'PENDING',
  STARTED: 'PROCESSING',
  PROGRESS: 'PROCESSING',
  SUCCESS: 'DONE',
  FAILURE: 'FAILED',
}

interface Result {
  /** Only links if the request came from a client that reads them. */
  result?: ({ asset_id: string; url: string } | string)[]
  detail?: { message: string; code: string }
}

/** The id of a generation is the id of its task. */
export async function getGeneration(
  deps: Needs,
  actor: Actor,
  id: string,
): Promise<GenerationStatus> {
  requirePermission(actor, 'tasks:read')
  const task = await getTask(deps, actor, id)
  if (task.kind !== 'generate-image') throw problem('task_not_found')
  const { result = [], detail } = (task.info ?? {}) as Result
  const job_status = statuses[task.status]
  return {
    ...{ id, job_status },
    modified: task.finished_at ?? task.started_at ?? task.created_at,
    images: job_status === 'DONE' ? result.map(presentImage) : [],
    ...(detail && { errors: { detail } }),
  }
}

function presentImage(image: { asset_id: string; url: string } | string) {
  if (typeof image === 'string') return { url: image }
  return { asset_id: image.asset_id, url: image.url }
}

type Capability = (typeof capabilities)[number]

/** The model of the connected engine; none without one. */
export async function listImageModels(
  deps: Needs,
  actor: Actor,
  query: { model_id?: string; capability?: Capability },
) {
  requirePermission(actor, 'workspaces:read')
  const engine = await imageEngine(deps, actor.workspaceId)
  if (!engine) return { count: 0, results: [] }
  const id = chooseModel(engine)
  const several: Capability[] = engine.kind === 'openai' ? ['multiple_images'] : []
  const can: Capability[] = ['prompt', 'reference_image', ...several]
  const model = { id, name: id, provider: engine.kind, capabilities: can }
  const isAsked =
    (query.model_id ?? id) === id && (!query.capability || can.includes(query.capability))
  const results = isAsked ? [model] : []
  return { count: results.length, results }
}
