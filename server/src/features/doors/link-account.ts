import { createHash, randomInt } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePerson } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { findMember } from '../members/require-member.ts'
import {
  type ConnectionRow,
  connectionById,
  deleteLink,
  insertCode,
  saveLink,
  selectConnections,
  selectLinks,
  takeCode,
} from './queries.ts'
import type { Door } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'log'>

const minutes = 10
/** Without characters that people confuse. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Creates a code that a person enters in the chat app to connect their account. */
export async function createLinkCode(deps: Needs, actor: Actor, connectionId: string) {
  requirePerson(actor)
  const { workspaceId, userId } = actor
  const sql = deps.db.workspace(workspaceId)
  const connection = await connectionById(sql, workspaceId, connectionId)
  if (!connection || connection.kind === 'imap') throw problem('connection_not_found')
  const code = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expires_at = new Date(deps.clock().getTime() + minutes * 60_000)
  await deps.db.transaction(workspaceId, (tx) =>
    insertCode(tx, {
      code_hash: hashCode(code),
      workspace_id: workspaceId,
      connection_id: connectionId,
      user_id: userId,
      expires_at,
    }),
  )
  const { username } = connection.settings
  const isTelegram = connection.kind === 'telegram' && username
  return {
    code,
    instructions: writeInstructions(connection, code),
    url: isTelegram ? `https://t.me/${username}?start=${code}` : null,
    expires_at,
  }
}

function writeInstructions({ kind, settings }: ConnectionRow, code: string): string {
  if (kind === 'slack') return `In Slack, type: /atelier link ${code}`
  if (kind === 'telegram')
    return `In Telegram, send @${settings.username} the message: /start ${code}`
  return `In Discord, type: /link ${code}`
}

export interface Account {
  accountId: string
  accountName: string
  channelId: string
}

/** Connects the account that sent a code. Returns what to tell the person there. */
export async function linkAccount(
  deps: Needs,
  connection: ConnectionRow,
  typed: string,
  account: Account,
): Promise<string> {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 40)
  const { id, workspace_id } = connection
  const now = deps.clock()
  return deps.db.transaction(workspace_id, async (tx) => {
    const taken = await takeCode(tx, id, hashCode(code), now)
    const member = taken && (await findMember(tx, workspace_id, taken.user_id))
    if (!taken || !member?.is_active) {
      deps.log.warn({ connection_id: id, account: account.accountId }, 'a link code was refused')
      return 'This code is wrong or has expired. Create a new one in Atelier → Settings → Chat apps.'
    }
    await saveLink(tx, {
      id: deps.random.uuid(),
      workspace_id,
      connection_id: id,
      user_id: taken.user_id,
      account_id: account.accountId,
      account_name: account.accountName.slice(0, 200),
      channel_id: account.channelId,
      created_at: now,
    })
    const name = `${member.first_name} ${member.last_name}`.trim() || member.email
    return `Connected to Atelier as ${name}. You can now answer questions here.`
  })
}

/** The codes have 49 bits and ten minutes, and each guess must come through the app's signature. */
function hashCode(code: string): string {
  return createHash('sha256').update(`door code ${code}`).digest('hex')
}

/** Where the caller can answer questions. */
export async function listMyDoors({ db, config }: Needs, actor: Actor): Promise<Door[]> {
  const { workspaceId, userId } = actor
  const sql = db.workspace(workspaceId)
  const [connections, links] = await Promise.all([
    selectConnections(sql, workspaceId),
    selectLinks(sql, workspaceId, [userId]),
  ])
  const own = (kind: 'console' | 'mail' | 'mail-reply', name: string): Door => ({
    kind,
    connection_id: null,
    name,
    is_linked: true,
    account_name: null,
    how_to_link: null,
  })
  const hasReplies = config.inboundMail.replyAddress !== undefined
  return [
    own('console', 'Atelier'),
    own('mail', 'Link in the email'),
    ...(hasReplies ? [own('mail-reply', 'Reply to the email')] : []),
    ...connections.flatMap((connection): Door[] => {
      if (connection.kind === 'imap') return []
      const link = links.find(({ connection_id }) => connection_id === connection.id)
      return [
        {
          kind: connection.kind,
          connection_id: connection.id,
          name: connection.name,
          is_linked: link !== undefined,
          account_name: link?.account_name ?? null,
          how_to_link: link ? null : writeInstructions(connection, 'CODE'),
        },
      ]
    }),
  ]
}

export async function unlinkAccount(
  deps: Needs,
  actor: Actor,
  connectionId: string,
): Promise<null> {
  const { workspaceId, userId } = actor
  const was = await deps.db.transaction(workspaceId, (tx) =>
    deleteLink(tx, workspaceId, connectionId, userId),
  )
  if (!was) throw problem('connection_not_found')
  return null
}
