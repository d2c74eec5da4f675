import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createLinkCode, listMyDoors, unlinkAccount } from './link-account.ts'
import { createConnection, deleteConnection, listConnections } from './manage-connections.ts'
import {
  Connection,
  ConnectionParams,
  ConnectionTest,
  CreateConnectionBody,
  CreateLinkCodeBody,
  Doors,
  LinkCode,
} from './schemas.ts'
import { testConnection } from './try-connection.ts'

const id = '0d9e3f52-6a1b-4c7d-8e2f-5b4a3c2d1e0f'

const exampleConnection = {
  id,
  kind: 'telegram',
  name: 'Team bot',
  description: 'Atelier (@atelier_team_bot)',
  inbound_url: null,
  delivery: 'polling',
  linked_people: 3,
  last_error: null,
  created_at: '2026-11-15T09:30:00.000Z',
}

const connections = resource({
  tag: 'Doors',
  path: '/api/v1/connections',
  read: 'webhooks:read',
  write: 'webhooks:write',
  params: UuidParams,
  notFound: 'connection_not_found',
  record: Connection,
  example: { params: { id }, record: { ...exampleConnection, linked_people: 0 } },
})

export function doorRoutes() {
  return [
    connections.listAll('', {
      id: 'listConnections',
      summary: 'List connected chat apps and mailboxes',
      example: { entry: exampleConnection },
      list: (deps, { actor }) => listConnections(deps, actor),
    }),
    connections.create('', {
      id: 'createConnection',
      callsOutside: true,
      summary: 'Connect Slack, Telegram, Discord or a mailbox',
      description:
        'The server tries the credentials first and stores them encrypted; no response ever contains them. docs/doors.md describes the set-up of each app.',
      body: CreateConnectionBody,
      problems: ['connection_failed'],
      example: {
        body: {
          kind: 'telegram',
          name: 'Team bot',
          bot_token: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
        },
      },
      handle: (deps, { actor, body }) => createConnection(deps, actor, body),
    }),
    connections.delete('/{id}', {
      id: 'deleteConnection',
      callsOutside: true,
      summary: 'Disconnect a chat app or mailbox',
      description:
        'Deletes its credentials and the links of all people. Sent messages stay as they are.',
      handle: (deps, { actor, params }) => deleteConnection(deps, actor, params.id),
    }),
    connections.post('/{id}/test', {
      id: 'testConnection',
      callsOutside: true,
      summary: 'Test a connection',
      description:
        'Checks the credentials. If you linked your own account, it gets a test message. Nobody else gets anything.',
      reply: ConnectionTest,
      problems: ['connection_failed'],
      example: {
        reply: { status: 'ok', description: 'Atelier (@atelier_team_bot)', sent_to: '@mia' },
      },
      handle: (deps, { actor, params }) => testConnection(deps, actor, params.id),
    }),
    ...myDoors(),
  ]
}

const doorLinks = resource({
  tag: 'Doors',
  path: '/api/v1/me/doors',
  read: 'notifications:read',
  write: 'signed-in person',
  params: ConnectionParams,
  notFound: 'connection_not_found',
  example: { params: { connection_id: id } },
})

/** A person's own links. */
function myDoors() {
  return [
    doorLinks.get('', {
      id: 'listMyDoors',
      summary: 'List where you can answer questions',
      reply: Doors,
      example: {
        reply: {
          doors: [
            {
              kind: 'telegram',
              connection_id: id,
              name: 'Team bot',
              is_linked: true,
              account_name: '@mia',
              how_to_link: null,
            },
          ],
        },
      },
      handle: async (deps, { actor }) => ({ doors: await listMyDoors(deps, actor) }),
    }),
    doorLinks.create('/codes', {
      id: 'createLinkCode',
      onlyPeople: true,
      summary: 'Create a code that links your chat account',
      description: 'Enter it in the chat app within ten minutes. It works once.',
      body: CreateLinkCodeBody,
      reply: LinkCode,
      problems: ['connection_not_found'],
      example: {
        body: { connection_id: id },
        reply: {
          code: 'K7QPM2ZTXA',
          instructions: 'In Telegram, send @atelier_team_bot the message: /start K7QPM2ZTXA',
          url: 'https://t.me/atelier_team_bot?start=K7QPM2ZTXA',
          expires_at: '2026-11-15T09:40:00.000Z',
        },
      },
      handle: (deps, { actor, body }) => createLinkCode(deps, actor, body.connection_id),
    }),
    doorLinks.delete('/{connection_id}', {
      id: 'unlinkDoor',
      onlyPeople: true,
      summary: 'Unlink your chat account',
      permission: 'notifications:write',
      handle: (deps, { actor, params }) => unlinkAccount(deps, actor, params.connection_id),
    }),
  ]
}
