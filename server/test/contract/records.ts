import { expect } from 'vitest'
import {
  checkFields,
  isBoolean,
  isInteger,
  isList,
  isObject,
  isText,
  isUuid,
  type Section,
  says,
} from './statement.ts'
import { theirs, type World } from './world.ts'

const current = '/api/v1/workspaces/current'
const none = '00000000-0000-4000-8000-000000000000'

const context = (world: World) =>
  world.once('context', async () => {
    for (const name of ['Launch', 'Closed']) {
      const { body } = await world.post('/api/v1/workspaces/teamspaces', { name })
      if (name === 'Launch') continue
      await world.service.call('PATCH', `/api/v1/workspaces/teamspaces/${body.id}`, {
        key: world.mia.key,
        body: { is_active: false },
      })
    }
    return (await world.get(current)).body
  })

const isZone = (zone: unknown) =>
  Intl.supportedValuesOf('timeZone').concat('UTC').includes(`${zone}`)

export const workspaceSection: Section = {
  title: 'Current workspace context',
  statements: [
    ...checkFields('context', context, { user: isObject, workspace: isObject, teamspaces: isList }),
    ...checkFields('user', async (world) => (await context(world)).user, {
      ...{ id: isInteger, first_name: isText, last_name: isText, email: isText },
    }),
    ...checkFields('workspace', async (world) => (await context(world)).workspace, {
      ...{ id: isInteger, name: isText, slug: isText, is_active: isBoolean, settings: isObject },
    }),
    ...checkFields('settings', async (world) => (await context(world)).workspace.settings, {
      timezone: isZone,
      language: (code) => /^[a-z]{2}(-[A-Z]{2})?$/.test(String(code)),
      start_of_week: (code) => ['mon', 'sun', 'sat'].includes(String(code)),
    }),
    ...checkFields('teamspace', async (world) => (await context(world)).teamspaces[0], {
      ...{ id: isInteger, name: isText, slug: isText, is_active: isBoolean },
    }),
    says('`teamspaces` holds only active ones', async (world) => {
      const { teamspaces } = await context(world)
      expect(teamspaces.map(({ name }: { name: string }) => name)).toEqual(['Launch'])
    }),
    says('`workspace.is_active` is false once it is switched off', async (world) => {
      const jo = await world.service.tenant()
      await world.service.call('PATCH', current, { key: jo.key, body: { is_active: false } })
      expect((await world.get(current, { key: jo.key })).body.workspace.is_active).toBe(false)
    }),
    says('the credential decides the workspace', async (world) => {
      const { body } = await world.get(current)
      expect([body.workspace.id, body.user.id]).toEqual([world.mia.workspaceId, world.mia.userId])
    }),
    says('the Organization header decides it too', async (world) => {
      const headers = { organization: String(world.mia.workspaceId) }
      expect((await world.get(current, { headers })).body.workspace.id).toBe(world.mia.workspaceId)
    }),
    says('another operation lists the spaces to scope into', async (world) => {
      const { body } = await world.get('/api/v1/service/workspaces')
      expect(body.teamspaces.map(({ name }: { name: string }) => name)).toContain('Launch')
    }),
  ],
}

const project = (world: World) =>
  world.once('project', async () => {
    const data = { research: { sources: [1, 2] }, approvals: {} }
    return (await world.post('/api/v1/projects/campaign', { title: 'Spring', data })).body
  })
async function patch(world: World, body: object, type = 'campaign', id?: unknown) {
  const path = `/api/v1/projects/${type}/${id ?? (await project(world)).id}`
  return world.service.call('PATCH', path, { key: world.mia.key, body })
}

export const projectSection: Section = {
  title: 'Update a project',
  statements: [
    ...['title', 'description', 'primary_type'].map((field) =>
      says(`\`${field}\` is changed alone`, async (world) => {
        const value = `New ${field}`
        const { status, body } = await patch(world, { [field]: value })
        expect([status, body[field]]).toEqual([200, value])
      }),
    ),
    says('`primary_type` is free-form', async (world) => {
      const odd = 'Frühling / spring #3'
      expect((await patch(world, { primary_type: odd })).body.primary_type).toBe(odd)
    }),
    says('`data` is a map to any JSON value', async (world) => {
      const data = { a: null, b: [1, 'x', {}], c: { deep: true }, d: 1.5, e: '', f: false }
      expect((await patch(world, { data })).body.data).toEqual(data)
    }),
    says('`data` is the complete object: what it lacks is gone', async (world) => {
      await patch(world, { data: { one: 1, two: 2 } })
      expect((await patch(world, { data: { two: 3 } })).body.data).toEqual({ two: 3 })
    }),
    says('a merged data object retains unrelated state', async (world) => {
      await patch(world, { data: { lifecycle: 'planned', outlook: [1] } })
      const { id } = await project(world)
      const { body } = await world.get(`/api/v1/projects/campaign/${id}`)
      const merged = { ...body.data, lifecycle: 'running' }
      expect((await patch(world, { data: merged })).body.data).toEqual({
        ...{ lifecycle: 'running', outlook: [1] },
      })
    }),
    says('fields that are left out stay', async (world) => {
      await patch(world, { title: 'Stays' })
      expect((await patch(world, { description: 'x' })).body.title).toBe('Stays')
    }),
    says('an empty object is accepted', async (world) => {
      expect((await patch(world, {})).status).toBe(200)
    }),
    says('`resourcetype` selects the type of project', async (world) => {
      const { id } = await project(world)
      expect((await patch(world, { title: 'x' }, 'brand', id)).status).toBe(404)
    }),
    says('the id is a UUID for some types', async (world) => {
      expect(isUuid((await project(world)).id)).toBe(true)
    }),
    says('the id is an integer for others', async (world) => {
      const { body } = await world.post('/api/v1/projects/document', { title: 'Notes' })
      const changed = await patch(world, { title: 'Changed' }, 'document', body.id)
      expect([Number.isInteger(body.id), changed.body.title]).toEqual([true, 'Changed'])
    }),
    says('the response is a 200 with JSON', async (world) => {
      const { status, headers } = await patch(world, { title: 'Again' })
      expect([status, headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
    }),
    says('400 for a validation error', async (world) => {
      expect((await patch(world, { title: 7 })).status).toBe(400)
    }),
    says('401 without a credential', async (world) => {
      const { id } = await project(world)
      const path = `/api/v1/projects/campaign/${id}`
      expect((await world.service.call('PATCH', path, { body: {} })).status).toBe(401)
    }),
    says('404 for a project that does not exist', async (world) => {
      expect((await patch(world, {}, 'campaign', none)).status).toBe(404)
    }),
  ],
}

const voices = (world: World) =>
  world.once('voices', async () => (await world.get('/api/v1/voices')).body.voices)
const voice = (world: World) =>
  world.once('voice', async () => {
    const [first] = await voices(world)
    return (await world.get(`/api/v1/voices/${first.id}`)).body
  })

export const voiceSection: Section = {
  title: 'Get a voice',
  statements: [
    ...checkFields('voice', voice, {
      ...{ id: isUuid, voice_name: isText, is_premium: isBoolean, description: isText },
      ...{ supports_instructions: isBoolean, gender: (value) => [0, 1, 3].includes(Number(value)) },
    }),
    says('it has the shape of an entry of the voice listing', async (world) => {
      expect(await voice(world)).toEqual((await voices(world))[0])
    }),
    says('a voice of another workspace is a 404', async (world) => {
      const { voice_id } = await theirs(world).voice()
      expect((await world.get(`/api/v1/voices/${voice_id}`)).status).toBe(404)
    }),
    says('a globally published voice of another workspace is found', async (world) => {
      const { voice_id } = await theirs(world).voice()
      const path = `/api/v1/voices/${voice_id}`
      const { key } = world.stranger
      await world.service.call('PATCH', path, { key, body: { published: true } })
      expect((await world.get(path)).status).toBe(200)
    }),
    says('a voice that is not accessible in the space is a 404', async (world) => {
      const { id } = await voice(world)
      const headers = { space: '2000000000' }
      expect((await world.get(`/api/v1/voices/${id}`, { headers })).status).toBe(404)
    }),
    says('401 without a credential', async (world) => {
      const { id } = await voice(world)
      expect((await world.service.call('GET', `/api/v1/voices/${id}`)).status).toBe(401)
    }),
    says('404 for a voice that does not exist', async (world) => {
      expect((await world.get(`/api/v1/voices/${none}`)).status).toBe(404)
    }),
  ],
}
