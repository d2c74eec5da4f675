import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/pagination.ts'
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

const tag = 'Doors'
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

export function doorRoutes() {
  return [
    operation({
      id: 'listConnections',
      method: 'GET',
      path: '/api/v1/connections',
      tag,
      summary: 'List connected chat apps and mailboxes',
      permission: 'webhooks:read',
      status: 200,
      reply: listOf(Connection),
      example: { reply: { count: 1, results: [exampleConnection] } },
      handle: async (deps, { actor }) => {
        const results = await listConnections(deps, actor)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'createConnection',
      callsOutside: true,
      method: 'POST',
      path: '/api/v1/connections',
      tag,
      summary: 'Connect Slack, Telegram, Discord or a mailbox',
      description:
        'The server tries the credentials first and stores them encrypted; no response ever contains them. docs/doors.md describes the set-up of each app.',
      permission: 'webhooks:write',
      body: CreateConnectionBody,
      status: 201,
      reply: Connection,
      problems: ['connection_failed'],
      example: {
        body: {
          kind: 'telegram',
          name: 'Team bot',
          bot_token: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
        },
        reply: { ...exampleConnection, linked_people: 0 },
      },
      handle: (deps, { actor, body }) => createConnection(deps, actor, body),
    }),
    operation({
      id: 'deleteConnection',
      callsOutside: true,
      method: 'DELETE',
      path: '/api/v1/connections/{id}',
      tag,
      summary: 'Disconnect a chat app or mailbox',
      description:
        'Deletes its credentials and the links of all people. Sent messages stay as they are.',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'connection_not_found',
      example: { params: { id } },
      handle: (deps, { actor, params }) => deleteConnection(deps, actor, params.id),
    }),
    operation({
      id: 'testConnection',
      callsOutside: true,
      method: 'POST',
      path: '/api/v1/connections/{id}/test',
      tag,
      summary: 'Test a connection',
      description:
        'Checks the credentials. If you linked your own account, it gets a test message. Nobody else gets anything.',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 200,
      reply: ConnectionTest,
      notFound: 'connection_not_found',
      problems: ['connection_failed'],
      example: {
        params: { id },
        reply: { status: 'ok', description: 'Atelier (@atelier_team_bot)', sent_to: '@mia' },
      },
      handle: (deps, { actor, params }) => testConnection(deps, actor, params.id),
    }),
    ...myDoors(),
  ]
}

/** A person's own links. */
function myDoors() {
  return [
    operation({
      id: 'listMyDoors',
      method: 'GET',
      path: '/api/v1/me/doors',
      tag,
      summary: 'List where you can answer questions',
      permission: 'notifications:read',
      status: 200,
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
    operation({
      id: 'createLinkCode',
      onlyPeople: true,
      method: 'POST',
      path: '/api/v1/me/doors/codes',
      tag,
      summary: 'Create a code that links your chat account',
      description: 'Enter it in the chat app within ten minutes. It works once.',
      permission: 'signed-in person',
      body: CreateLinkCodeBody,
      status: 201,
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
    operation({
      id: 'unlinkDoor',
      onlyPeople: true,
      method: 'DELETE',
      path: '/api/v1/me/doors/{connection_id}',
      tag,
      summary: 'Unlink your chat account',
      permission: 'notifications:write',
      params: ConnectionParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'connection_not_found',
      example: { params: { connection_id: id } },
      handle: (deps, { actor, params }) => unlinkAccount(deps, actor, params.connection_id),
    }),
  ]
}
