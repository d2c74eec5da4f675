import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { type OperationCaller, operationCaller } from '../../http/call-operation.ts'
import { countRequest } from '../../http/gate/admit.ts'
import { requireKnownOrigin } from '../../http/gate/known-origin.ts'
import type { Gate } from '../../http/mount.ts'
import type { Operation } from '../../http/operation.ts'
import { Problem, problem } from '../../http/problem.ts'
import { lazy } from '../../lib/lazy.ts'
import { appResources } from './apps/app-resources.ts'
import { questionTasks } from './ask-at-client.ts'
import { askPersonTool } from './ask-person.ts'
import { commonTools } from './common/common-tools.ts'
import { serveDiscovery } from './discovery.ts'
import { jobTasks } from './jobs/task-result.ts'
import { nextSteps } from './next-steps.ts'
import { operationTools } from './operation-tools.ts'
import { promptKinds } from './prompts.ts'
import { resourceKinds } from './resources.ts'
import type { Surface } from './surface.ts'

const path = '/mcp'
const bodyLimitBytes = 4 * 1024 * 1024

/** Not an operation of the API; used where requests are authenticated and logged. */
const endpoint: Operation = {
  id: 'mcp',
  method: 'POST',
  path,
  tag: 'MCP',
  summary: 'The Model Context Protocol',
  permission: 'any credential',
  status: 200,
  reply: Type.Unknown(),
  etag: false,
}

/** Everything that /mcp offers to agents, generated from the operations. */
export function mcpSurface(
  operations: readonly Operation[],
  caller: OperationCaller = operationCaller(operations),
): Surface {
  return {
    tools: [...commonTools(caller), askPersonTool(caller), ...operationTools(operations, caller)],
    resources: [...resourceKinds(caller), ...appResources()],
    prompts: promptKinds(caller),
    tasks: [questionTasks(caller), jobTasks(caller)],
    nextSteps: (asked, failure, args, known) => nextSteps(caller, asked, failure, args, known),
  }
}

/**
 * Serves the Model Context Protocol. Its library takes half a second to load, so it loads with the
 * first request.
 */
export function serveMcp(
  app: FastifyInstance,
  deps: Deps,
  gate: Pick<Gate, 'authenticate' | 'known' | 'limits' | 'stopping'>,
  makeSurface: () => Surface,
): void {
  const surface = lazy(makeSurface)
  const load = async () => {
    const { mcpHandler } = await import('./handle-mcp.ts')
    return mcpHandler(deps, gate, surface())
  }
  let loading: ReturnType<typeof load> | undefined

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    requireKnownOrigin(deps.config, request.headers.origin)
    const authenticate = () => gate.authenticate(request, endpoint)
    const actor = await countRequest(gate, request, reply, authenticate).catch((error) => {
      throw withChallenge(error, deps.config.publicUrl)
    })
    request.actor = { ...actor, via: 'mcp' }
  }

  serveDiscovery(app, deps.config, surface)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: path,
    bodyLimit: bodyLimitBytes,
    config: { operation: endpoint },
    onRequest: admit,
    handler: async (request, reply) => {
      if (gate.stopping.aborted) throw problem('shutting_down')
      loading ??= load()
      const handle = await loading
      return handle(request, reply)
    },
  })
}

/** Tells a client without a key where a person can sign in. */
function withChallenge(error: unknown, publicUrl: string): unknown {
  if (!(error instanceof Problem) || error.status !== 401) return error
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource${path}`
  return problem('unauthorized', {
    detail: error.detail,
    headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", Api-Key` },
  })
}
