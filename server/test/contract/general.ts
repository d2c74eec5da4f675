import { expect } from 'vitest'
import { openSession } from '../../src/features/auth/sessions.ts'
import { notifyPath } from '../notify.ts'
import { type Section, says } from './statement.ts'
import { ours, type World } from './world.ts'

const none = '00000000-0000-4000-8000-000000000000'

/** Every operation of the contract, and an example of its path. */
const operations: [method: string, path: string][] = [
  ['POST', '/api/v1/tools/image-outpainting'],
  ['POST', '/api/v1/tools/remove-background'],
  ['GET', `/api/v1/tasks/${none}`],
  ['GET', `/api/v1/transcription/${none}`],
  ['GET', `/api/v1/transcription/${none}/download_transcription_file`],
  ['GET', '/api/v1/workspaces/current'],
  ['PATCH', `/api/v1/projects/campaign/${none}`],
  ['GET', '/api/v1/service/social-media/get-drafts'],
  ['GET', `/api/v1/pm/tasks/${none}/activity`],
  ['GET', `/api/v1/pm/boards/${none}`],
  ['GET', `/api/v1/voices/${none}`],
  ['POST', notifyPath],
]

const token = (world: World) =>
  world.once('token', async () => {
    const { deps } = world.service
    const { userId } = world.mia
    return (await deps.db.transaction('system', (tx) => openSession(deps, tx, userId))).access_token
  })
const ask = (world: World, headers: Record<string, string>) =>
  world.service.call('GET', '/api/v1/workspaces/current', { headers })

/** A record made under a space, and one of another space that must not see it. */
const spaces = (world: World) =>
  world.once('spaces', async () => {
    const make = async (name: string) =>
      String((await world.post('/api/v1/workspaces/teamspaces', { name })).body.id)
    const account = (await ours(world).socialAccount()).id
    return { here: await make('Here'), there: await make('There too'), account }
  })

const made: Record<string, (account: unknown) => [path: string, body: object, read: string]> = {
  draft: (account) =>
    [
      ...['/api/v1/service/social-media/create', { message: 'x', account_ids: [account] }],
      '/api/v1/service/social-media/drafts/',
    ] as never,
  voice: () => [
    '/api/v1/voices',
    {
      ...{ voice_name: 'Ours', gender: 3, language_code: 'en-US' },
      ...{ provider: 'openai', engine_voice: 'alloy' },
    },
    '/api/v1/voices/',
  ],
  'tool task': () => [
    '/api/v1/tools/remove-background',
    { image_url: 'data:,x' },
    '/api/v1/tasks/',
  ],
  asset: () => [
    '/api/v1/assets/sign',
    { filename: 'a.png', filetype: 'image/png' },
    '/api/v1/assets/',
  ],
  transcription: () => [
    '/api/v1/transcription/transcribe',
    { audio_url: 'http://127.0.0.1:9/x.ogg' },
    '/api/v1/transcription/',
  ],
  project: () => ['/api/v1/projects/campaign', { title: 'Ours' }, '/api/v1/projects/campaign/'],
}

export const authSection: Section = {
  title: 'Authentication',
  statements: [
    ...operations.map(([method, path]) =>
      says(`${method} ${path.replace(none, '{id}')} needs a credential`, async (world) => {
        const options = method === 'GET' ? {} : { body: {} }
        expect((await world.service.call(method, path, options)).status).toBe(401)
      }),
    ),
    says('`Api-Key <key>` is a credential', async (world) => {
      expect((await ask(world, { authorization: `Api-Key ${world.mia.key}` })).status).toBe(200)
    }),
    says('`Bearer <token>` is a credential', async (world) => {
      expect((await ask(world, { authorization: `Bearer ${await token(world)}` })).status).toBe(200)
    }),
    says('an invalid credential is a 401', async (world) => {
      expect((await ask(world, { authorization: 'Bearer nonsense' })).status).toBe(401)
    }),
    says('Organization must be a workspace of the credential', async (world) => {
      const headers = { organization: String(world.stranger.workspaceId) }
      expect((await world.get('/api/v1/workspaces/current', { headers })).status).toBe(403)
    }),
    ...Object.entries(made).map(([noun, make]) =>
      says(`Space narrows: a ${noun} made under one is not seen under another`, async (world) => {
        const { here, there, account } = await spaces(world)
        const [path, body, read] = make(account)
        const headers = { space: here }
        const { body: record } = await world.post(path, body, { headers })
        const id = record.posts?.[0].id ?? record.asset ?? record.id ?? record.task_id
        const status = async (space: string) =>
          (await world.get(read + id, { headers: { space } })).status
        expect([await status(here), await status(there)]).toEqual([200, 404])
      }),
    ),
  ],
}

export const generalSection: Section = {
  title: 'What the service does, limits, versions',
  statements: [
    says('bodies are JSON', async (world) => {
      const { headers } = await world.get('/api/v1/workspaces/current')
      expect(headers['content-type']).toContain('application/json')
    }),
    says('the version is part of every path', async (world) => {
      const { body } = await world.get('/api/openapi.json')
      const documented = Object.keys(body.paths)
      for (const [, path] of operations) {
        const pattern = path.replace(none, '{}').replace('/campaign/', '/{}/')
        expect(documented.map((one) => one.replaceAll(/\{\w+\}/g, '{}'))).toContain(pattern)
      }
    }),
    says('video v2 uses resource polling', async (world) => {
      const { body } = await world.post('/api/v1/ai-imageart/ai-generate-video-v2', {
        parameters: { scenes: [{ title: 'Hi', duration_ms: 500 }] },
      })
      const { status } = await world.get(`/api/v1/ai/video/${body.id}`)
      expect([status, typeof body.task_id]).toEqual([200, 'string'])
    }),
  ],
}
