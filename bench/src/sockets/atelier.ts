import { buildApp } from '@atelier/server/app.ts'
import { readConfig } from '@atelier/server/config.ts'
import { openDeps } from '@atelier/server/deps.ts'
import { createApiKey } from '@atelier/server/features/api-keys/create-api-key.ts'
import { publish } from '@atelier/server/features/events/publish.ts'
import { bootstrap } from '@atelier/server/features/workspaces/bootstrap.ts'
import { operator } from '@atelier/server/features/workspaces/operator.ts'
import { buildWorker } from '@atelier/server/worker.ts'
import { answerParent } from './children.ts'

/** The whole service, which also creates an event for its owner when the parent asks for one. */
const [databaseUrl = ''] = process.argv.slice(2)
const config = readConfig({
  DATABASE_URL: databaseUrl,
  ATELIER_RATE_LIMIT_PER_SECOND: '0',
  ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '0',
  ATELIER_LOG_LEVEL: 'warn',
})
const server = { url: databaseUrl, description: 'bench', release: async () => {} }
const deps = await openDeps(config, server)
await bootstrap(deps)
await buildWorker(deps)
const app = await buildApp(deps, new AbortController().signal)
const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })

const owner = await operator(deps, {})
const keys: string[] = []
for (let at = 0; at < 90; at++) {
  keys.push(`Api-Key ${(await createApiKey(deps, owner, { name: `Sockets ${at}` })).key}`)
}

answerParent({ url: `${baseUrl.replace('http', 'ws')}/api/v1/ws?streams=user`, keys }, ({ n }) =>
  deps.db.transaction(owner.workspaceId, (tx) =>
    publish(tx, owner, {
      type: 'notification.created',
      object: { type: 'notification', id: n },
      data: { n },
      at: deps.clock(),
      userId: owner.userId,
    }),
  ),
)
