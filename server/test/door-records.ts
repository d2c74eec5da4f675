import { insertMessage } from '../src/features/doors/message-queries.ts'
import { secretPurpose } from '../src/features/doors/open-chat-app.ts'
import { insertCode, insertConnection, saveLink } from '../src/features/doors/queries.ts'
import { expectStatus, type Harness, type Tenant } from './harness.ts'
import { notify } from './notify.ts'

type Person = Pick<Tenant, 'workspaceId' | 'userId'>

/** A connection to a Telegram bot that nobody called yet. */
export async function createConnection({ deps }: Harness, { workspaceId, userId }: Person) {
  const id = deps.random.uuid()
  await deps.db.transaction(workspaceId, (tx) =>
    insertConnection(tx, {
      id,
      workspace_id: workspaceId,
      kind: 'telegram',
      name: 'Team bot',
      settings: { username: 'atelier_team_bot', delivery: 'webhook', description: 'Atelier' },
      secrets: deps.secrets.seal(JSON.stringify({ bot_token: '1:x' }), secretPurpose),
      created_by: userId,
      created_at: deps.clock(),
    }),
  )
  return { id }
}

/** The same with the person's account linked. */
export async function createLinkedConnection(service: Harness, person: Person) {
  const { id } = await createConnection(service, person)
  const { deps } = service
  await deps.db.transaction(person.workspaceId, (tx) =>
    saveLink(tx, {
      id: deps.random.uuid(),
      workspace_id: person.workspaceId,
      connection_id: id,
      user_id: person.userId,
      account_id: '7',
      account_name: '@mia',
      channel_id: '7',
      created_at: deps.clock(),
    }),
  )
  return { connection_id: id }
}

/** A row in every table of doors and receipts, for an answered question. */
export async function insertDoorRows(service: Harness, person: Tenant): Promise<void> {
  const { deps } = service
  const { workspaceId: workspace_id, userId: user_id, key } = person
  const question = { kind: 'approval', quorum: { of: [user_id] } }
  const asked = await notify(service, person, { category: 'agentNeedsInput', question })
  const { question_id } = asked.body
  const path = `/api/v1/questions/${question_id}`
  const answer = { token: person.token, body: { value: 'approved' } }
  await expectStatus(200, service.call('POST', `${path}/answer`, answer))
  await service.call('GET', `${path}/receipt`, { key })
  const { connection_id } = await createLinkedConnection(service, person)
  const now = deps.clock()
  await deps.db.transaction(workspace_id, async (tx) => {
    const code = { code_hash: deps.random.uuid(), workspace_id, connection_id, user_id }
    await insertCode(tx, { ...code, expires_at: now })
    const place = { id: deps.random.uuid(), workspace_id, question_id, connection_id, user_id }
    await insertMessage(tx, { reminders_sent: 0, ...place, channel_id: '7', created_at: now })
  })
}
