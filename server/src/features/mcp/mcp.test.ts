import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useMcpClients, waitForStream } from '../../../test/mcp-client.ts'
import { draw, png } from '../../../test/scenes.ts'

const service = useService()
const connect = useMcpClients()
let baseUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})

const modern = { versionNegotiation: { mode: 'auto' } } as const

describe.each([
  ['with sessions', {}],
  ['of 2026, without sessions', modern],
])('a client %s', (_, options) => {
  test('lists tools and calls them; the board is created by the agent via mcp', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['find_tools', 'call_tool'])
    expect(names).not.toContain('create_board')

    const made = await client.callTool({ name: 'createBoard', arguments: { title: 'Launch' } })
    const board = made.structuredContent as { id: string; slug: string }
    expect(made.content).toEqual([{ type: 'text', text: JSON.stringify(board) }])
    const arguments_ = { board: board.slug, title: 'Write it' }
    const task = await client.callTool({ name: 'createBoardTask', arguments: arguments_ })
    const { id } = task.structuredContent as { id: string }
    const { body } = await service.call('GET', `/api/v1/pm/tasks/${id}/activity`, { key: mia.key })
    expect(body.results[0].actor).toEqual({
      id: mia.userId,
      name: 'Test key',
      kind: 'agent',
      via: 'mcp',
    })
    const gone = await client.callTool({
      name: 'deleteBoard',
      arguments: { board_id: board.slug },
    })
    expect(gone.content).toEqual([{ type: 'text', text: 'Done.' }])
  })

  test('gets problems as results with advice', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const arguments_ = { colour: 'red', title: 'x' }
    const wrong = await client.callTool({ name: 'createBoard', arguments: arguments_ })
    expect(wrong.isError).toBe(true)
    expect(wrong.structuredContent).toMatchObject({
      code: 'validation_failed',
      status: 400,
      errors: [{ path: 'colour' }],
    })
    const said = (wrong.content as { text: string }[])[0]?.text
    expect(said).toContain('validation_failed (400)')
    expect(said).toContain('colour: ')

    const missing = await client.callTool({ name: 'getTask', arguments: { task_id: 'nonsense' } })
    expect(missing.structuredContent).toMatchObject({ code: 'task_not_found', status: 404 })
    await expect(client.callTool({ name: 'createApiKey', arguments: {} })).rejects.toThrow(
      'no tool createApiKey',
    )
  })

  test('acts once per idempotency key, which may be one of the arguments', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const key = `key-${Object.keys(options).length}`
    const ask = (title: string) =>
      client.callTool({ name: 'createBoard', arguments: { title, _idempotency_key: key } })
    const first = await ask('Once')
    expect((await ask('Once')).structuredContent).toEqual(first.structuredContent)
    expect((await ask('Other')).structuredContent).toMatchObject({ code: 'idempotency_key_reused' })
    const beside = await client.callTool({
      name: 'createBoard',
      arguments: { title: 'Once' },
      _meta: { 'atelier/idempotency_key': key },
    })
    expect(beside.structuredContent).toEqual(first.structuredContent)
  })

  test('reads resources and prompts', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const board = { title: 'For reading', slug: `read-${Object.keys(options).length}` }
    await client.callTool({ name: 'createBoard', arguments: board })
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toContain('For reading')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'atelier://board/{id}',
      'atelier://task/{id}',
      'atelier://project/{type}/{id}',
      'atelier://transcription/{id}',
      'atelier://asset/{id}',
    ])
    const read = await client.readResource({ uri: `atelier://board/${board.slug}` })
    expect(JSON.parse((read.contents[0] as { text: string }).text)).toMatchObject(board)
    await expect(client.readResource({ uri: 'atelier://board/none' })).rejects.toThrow()

    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'launch_campaign',
      'social_week',
      'repurpose_recording',
    ])
    const args = { product: 'the kettle', board: board.slug }
    const prompt = await client.getPrompt({ name: 'launch_campaign', arguments: args })
    expect(prompt.messages[0]?.content).toMatchObject({
      text: expect.stringContaining(`Use the board ${board.slug}.`),
    })
    await expect(client.getPrompt({ name: 'launch_campaign' })).rejects.toThrow('product')
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'launch_campaign' },
      argument: { name: 'board', value: board.slug.slice(0, -1) },
    })
    expect(completion.values).toContain(board.slug)
  })
})

describe('resources', () => {
  test('an image includes its bytes; other workspaces have no access', async () => {
    const bytes = Buffer.from(await png(draw(4, 4, () => [1, 2, 3])))
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'a.png')
    const uploaded = await fetch(`${baseUrl}/api/v1/assets/upload`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${mia.key}` },
      body: form,
    })
    const { id } = (await uploaded.json()) as { id: string }
    const { client } = await connect(baseUrl, mia.key)
    const uri = `atelier://asset/${id}`
    const { contents } = await client.readResource({ uri })
    expect(contents[1]).toEqual({ uri, mimeType: 'image/png', blob: bytes.toString('base64') })
    const jo = await service.tenant()
    const { client: other } = await connect(baseUrl, jo.key)
    await expect(other.readResource({ uri })).rejects.toThrow()
  })

  test.each([
    ['with a session', {}],
    ['without', modern],
  ])(
    'a client %s is notified of changes with the URI that it subscribed to',
    async (_, options) => {
      const { client, transport } = await connect(baseUrl, mia.key, options)
      const title = `Watched ${Object.keys(options).length}`
      const made = await client.callTool({ name: 'createBoard', arguments: { title } })
      const { id, slug } = made.structuredContent as { id: string; slug: string }
      const uri = `atelier://board/${slug}`
      const updated = new Promise((resolve) =>
        client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
          resolve(params.uri),
        ),
      )
      if (options === modern) await client.listen({ resourceSubscriptions: [uri] })
      else {
        await client.subscribeResource({ uri })
        await waitForStream(baseUrl, mia.key, transport)
      }
      const body = { title: 'Changed' }
      await service.call('PATCH', `/api/v1/pm/boards/${id}`, { key: mia.key, body })
      expect(await updated).toBe(uri)
    },
  )

  test('projects and tasks of both kinds are read by their ids', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      return JSON.parse((contents[0] as { text: string }).text)
    }
    const made = async (name: string, args: object) =>
      (await client.callTool({ name, arguments: { ...args } })).structuredContent as {
        id: string
        task_id: string
      }
    const project = await made('createProject', { resourcetype: 'campaign', title: 'Spring' })
    expect(await read(`atelier://project/campaign/${project.id}`)).toMatchObject({
      title: 'Spring',
    })
    await made('createBoard', { title: 'Tasks', slug: 'tasks' })
    const task = await made('createBoardTask', { board: 'tasks', title: 'One' })
    expect(await read(`atelier://task/${task.id}`)).toMatchObject({ title: 'One' })
    const image_url = 'data:,x'
    const work = await made('convertFormat', { image_url, output_format: 'png', wait: false })
    expect(await read(`atelier://task/${work.task_id}`)).toMatchObject({ kind: 'convert-format' })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`atelier://project/campaign/${project.id}`)
  })

  test('nobody subscribes to what they cannot read', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const uri = 'atelier://board/none'
    await expect(client.subscribeResource({ uri })).rejects.toThrow()
  })
})
