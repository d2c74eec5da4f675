import { expect } from 'vitest'
import { buildNotification, notifyPath } from '../notify.ts'
import { checkTypes, requires, type Section, says } from './statement.ts'
import type { World } from './world.ts'

const send = (world: World, changes: object = {}) =>
  world.post(notifyPath, { ...buildNotification(world.mia), ...changes })
const preview = (world: World, changes: object = {}) =>
  world.once(`preview ${JSON.stringify(changes)}`, async () => {
    const body = { ...buildNotification(world.mia), ...changes }
    return (await world.post(`${notifyPath}?dry_run=true`, body)).body.rendered
  })
const card = (world: World, changes: object = {}) =>
  world.once(`card ${JSON.stringify(changes)}`, async () => {
    const { body } = await send(world, changes)
    return (await world.get(`/api/v1/notifications/${body.notification_id}`)).body
  })
const markdown = 'Hello Mia,\n\nit went **well**.\n\nYours'

export const notifySection: Section = {
  title: 'Send an agent notification',
  statements: [
    says('answers 200 with a `status`', async (world) => {
      const { status, body } = await send(world)
      expect([status, typeof body.status]).toEqual([200, 'string'])
    }),
    ...requires('notify', send, {
      ...{ userId: true, workspaceId: [], title: 1, message: {}, category: 'gossip' },
    }),
    ...checkTypes('notify', send, { threadId: 1, body: 2, ctaLabel: 3, link: 4, _extra: 'text' }),
    says('`title` becomes the subject of the email', async (world) => {
      expect((await preview(world)).email.subject).toBe('The report is ready')
    }),
    says('`title` is the heading of the email', async (world) => {
      expect((await preview(world)).email.html).toMatch(/<h1[^>]*>[^<]*The report is ready/)
    }),
    says('`title` is the heading of the in-app notification', async (world) => {
      expect((await card(world)).title).toBe('The report is ready')
    }),
    says('the title is not repeated in `message`', async (world) => {
      const shown = await card(world, { message: 'The report is ready: nine pages' })
      expect(shown.message).toBe('nine pages')
    }),
    says('the title is not repeated in `body`', async (world) => {
      const { body } = await send(world, { body: '# The report is ready\n\nHello' })
      const shown = (await world.get(`/api/v1/notifications/${body.notification_id}`)).body
      expect([shown.body, body.adjusted]).toEqual(['Hello', ['body']])
    }),
    says('`message` is on the in-app card', async (world) => {
      expect((await card(world)).message).toBe('Reach grew by 12 %.')
    }),
    says('`message` is in the push', async (world) => {
      expect((await preview(world)).push.message).toBe('Reach grew by 12 %.')
    }),
    says('`message` is in the websocket frame', async (world) => {
      expect((await frame(world)).data.message).toBe('Reach grew by 12 %.')
    }),
    says('`message` is the email without `body`', async (world) => {
      expect((await preview(world)).email.text).toContain('Reach grew by 12 %.')
    }),
    says('`message` is the chat message without `body`', async (world) => {
      expect(JSON.stringify((await preview(world)).chat)).toContain('Reach grew by 12')
    }),
    says('`body` is rendered as the email', async (world) => {
      expect((await preview(world, { body: markdown })).email.html).toMatch(/<strong[^>]*>well/)
    }),
    says('`body` is the chat message', async (world) => {
      const { chat } = await preview(world, { body: markdown })
      expect(JSON.stringify(chat.slack)).toContain('it went *well*')
    }),
    says('`threadId` builds a deep link', async (world) => {
      expect((await card(world, { threadId: 'chat 7' })).url).toContain('/threads/chat%207')
    }),
    says('the email’s button leads to the thread', async (world) => {
      const { email } = await preview(world, { threadId: 'chat-8' })
      expect(email.html).toContain('/threads/chat-8')
    }),
    says('`link` wins over the thread', async (world) => {
      const link = 'https://example.com/report'
      expect((await card(world, { threadId: 'chat-9', link })).url).toBe(link)
    }),
    says('`ctaLabel` labels the email’s button', async (world) => {
      expect((await preview(world, { ctaLabel: 'Read it' })).email.html).toContain('Read it')
    }),
    says('`ctaLabel` labels the chat’s button', async (world) => {
      const { chat } = await preview(world, { ctaLabel: 'Read it' })
      expect(JSON.stringify(chat.slack)).toContain('Read it')
    }),
    says('the label continues the conversation if there is a thread', async (world) => {
      expect((await card(world, { threadId: 'chat 7' })).cta_label).toMatch(/^Continue/)
    }),
    says('the label views details otherwise', async (world) => {
      expect((await card(world)).cta_label).toBe('View details')
    }),
    ...Object.entries({
      ...{ event_type: 'report_ready', agent: 'Launch agent', task_id: '42' },
    }).map(([name, value]) =>
      says(`\`_extra.${name}\` is stored`, async (world) => {
        expect((await card(world, { _extra: { [name]: value } }))._extra[name]).toBe(value)
      }),
    ),
    says('further keys of any JSON type are carried', async (world) => {
      const _extra = { a: null, b: [1, { c: true }], d: 1.5 }
      expect((await card(world, { _extra }))._extra).toEqual(_extra)
    }),
    says('400 for a validation error', async (world) => {
      expect((await send(world, { title: '' })).status).toBe(400)
    }),
    says('401 without a valid key', async (world) => {
      const options = { key: 'atl_aaaaaaaa.nonsense' }
      expect((await world.post(notifyPath, buildNotification(world.mia), options)).status).toBe(401)
    }),
    says('403 for a key without the permission', async (world) => {
      const key = await world.service.keyWith(world.mia, ['tasks:read'])
      expect((await world.post(notifyPath, buildNotification(world.mia), { key })).status).toBe(403)
    }),
  ],
}

interface Frame {
  type: string
  object: { id: string }
  data: { message: string }
}

/** The frame of a notification; numbered events come soon after the commit. */
async function findFrame(world: World, id: string): Promise<Frame | undefined> {
  const frames = await world.service.deps.db.system<Frame>`
    select type, object, data from events
    where type = 'notification.created' and object ->> 'id' = ${id}`
  return frames[0]
}
const frame = async (world: World) => (await findFrame(world, (await card(world)).id)) as Frame

const routes = {
  agentTaskCompleted: ['in_app', 'websocket', 'email'],
  agentNeedsInput: ['in_app', 'websocket', 'email'],
  agentError: ['in_app', 'websocket', 'chat'],
  agentProgress: ['websocket'],
  agentNudge: ['in_app', 'websocket', 'email'],
}

const sent = (world: World, category: string) =>
  world.once(`sent ${category}`, async () => (await send(world, { category })).body)

/** How each channel shows that the notification is there. */
const arrived: Record<string, (world: World, category: string) => Promise<boolean>> = {
  in_app: async (world, category) => {
    const { notification_id: id } = await sent(world, category)
    return (await world.get(`/api/v1/notifications/${id}`)).status === 200
  },
  websocket: async (world, category) => {
    const { notification_id: id } = await sent(world, category)
    return (await findFrame(world, id)) !== undefined
  },
  email: async (world, category) => {
    const { deliveries } = await sent(world, category)
    return deliveries.some(({ channel }: { channel: string }) => channel === 'email')
  },
  chat: async (world, category) => {
    const { notification_id: id } = await sent(world, category)
    const { body } = await world.get('/api/v1/chat/channels/agent-alerts/messages?limit=100')
    return body.results.some((one: { notification_id: string }) => one.notification_id === id)
  },
}

export const channelSection: Section = {
  title: 'Categories and their channels',
  statements: Object.entries(routes).flatMap(([category, channels]) =>
    Object.entries(arrived).flatMap(([channel, hasArrived]) => {
      const goes = channels.includes(channel)
      // The table says of one category that it uses nothing else.
      if (!goes && category !== 'agentProgress') return []
      return says(`${category} ${goes ? 'reaches' : 'does not use'} ${channel}`, async (world) => {
        expect(await hasArrived(world, category)).toBe(goes)
      })
    }),
  ),
}
