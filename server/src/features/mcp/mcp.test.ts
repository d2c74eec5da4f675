import { beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { useClients } from '../../../test/mcp-client.ts'
import { draw, png } from '../../../test/scenes.ts'
import { isCallable } from '../../http/call-operation.ts'
import { clashingNames } from './input-schema.ts'
import { leftOut } from './left-out.ts'
import { mcpSurface } from './serve-mcp.ts'

const service = useService()
const connect = useClients()
let address: string
let mia: Tenant

beforeAll(async () => {
  address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  mia = await service.tenant()
})

const modern = { versionNegotiation: { mode: 'auto' } } as const

describe('the tools', () => {
  test('are all operations except those left out for a reason', () => {
    const { tools } = mcpSurface(service.operations)
    const names = tools.map(({ definition }) => definition.name)
    const callable = service.operations.filter(isCallable).map(({ id }) => id)
    expect(names.filter((name) => name !== 'ask_person')).toEqual(
      callable.filter((id) => !Object.hasOwn(leftOut, id)),
    )
    expect(Object.keys(leftOut).filter((id) => !callable.includes(id))).toEqual([])
  })

  test('take one flat object; name clashes are known', () => {
    const clashes = service.operations
      .filter(isCallable)
      .map((operation) => [operation.id, clashingNames(operation)])
      .filter(([, names]) => (names as string[]).length > 0)
    expect(clashes).toEqual([['updateProject', ['base_revision']]])
  })

  test('have self-contained schemas and descriptions', () => {
    for (const { definition } of mcpSurface(service.operations).tools) {
      const { name, inputSchema, outputSchema, description, title, annotations } = definition
      expect([name, JSON.stringify({ inputSchema, outputSchema }).includes('$ref')]).toEqual([
        name,
        false,
      ])
      expect([name, outputSchema?.type ?? 'object']).toEqual([name, 'object'])
      expect(description?.length).toBeGreaterThan(10)
      expect(title?.length).toBeGreaterThan(5)
      expect(annotations?.openWorldHint).toBe(false)
    }
  })

  test('are annotated as reading, changing or destructive', () => {
    const { tools } = mcpSurface(service.operations)
    const hints = (name: string) =>
      tools.find(({ definition }) => definition.name === name)?.definition.annotations
    expect(hints('listBoards')).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints('createBoard')).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints('deleteBoard')).toMatchObject({ destructiveHint: true, idempotentHint: true })
    expect(hints('deletePosts')).toMatchObject({ destructiveHint: true, idempotentHint: false })
  })
})

describe.each([
  ['with sessions', {}],
  ['of 2026, without sessions', modern],
])('a client %s', (_, options) => {
  test('lists tools and calls them; the board is created by the agent via mcp', async () => {
    const { client } = await connect(address, mia.key, options)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('createProject')
    expect(names.slice(0, 2)).toEqual(['list_toolsets', 'enable_toolset'])
    expect(names).not.toContain('createBoard')

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
    const { client } = await connect(address, mia.key, options)
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
    expect(said).toContain('- colour: ')

    const missing = await client.callTool({ name: 'getTask', arguments: { task_id: 'nonsense' } })
    expect(missing.structuredContent).toMatchObject({ code: 'task_not_found', status: 404 })
    await expect(client.callTool({ name: 'createApiKey', arguments: {} })).rejects.toThrow(
      'no tool createApiKey',
    )
  })

  test('acts once per idempotency key, which may be one of the arguments', async () => {
    const { client } = await connect(address, mia.key, options)
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
    const { client } = await connect(address, mia.key, options)
    const board = { title: 'For reading', slug: `read-${Object.keys(options).length}` }
    await client.callTool({ name: 'createBoard', arguments: board })
    const { resources } = await client.listResources()
    expect(resources.map(({ title }) => title)).toContain('For reading')
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

describe('which tools are shown', () => {
  const namesOf = async (key: string, options = {}) => {
    const { client } = await connect(address, key, options)
    return (await client.listTools()).tools.map(({ name }) => name)
  }

  test('only those of the toolsets in the URL or the header, which are also the only callable ones', async () => {
    const chosen = await namesOf(mia.key, { query: '?toolsets=boards,tasks' })
    expect(chosen).toContain('createBoard')
    expect(chosen).toContain('getTask')
    expect(chosen).not.toContain('createProject')
    expect(chosen).not.toContain('list_toolsets')
    const headers = { 'x-atelier-toolsets': 'boards, tasks' }
    expect(await namesOf(mia.key, { headers })).toEqual(chosen)
    const { client } = await connect(address, mia.key, { headers })
    await expect(client.callTool({ name: 'listProjectTypes' })).rejects.toThrow('no tool')
  })

  test('all of them, over several pages', async () => {
    const { client } = await connect(address, mia.key, { query: '?toolsets=all' })
    const first = await client.request({ method: 'tools/list' })
    expect([first.tools.length, typeof first.nextCursor]).toEqual([100, 'string'])
    expect((await client.listTools()).tools.length).toBe(
      mcpSurface(service.operations).tools.length,
    )
    const wrong = client.request({ method: 'tools/list', params: { cursor: 'x' } })
    await expect(wrong).rejects.toThrow('cursor')
  })

  test('with formats that every client knows', () => {
    const text = JSON.stringify(mcpSurface(service.operations).tools)
    const formats = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format))
    expect([...formats].sort()).toEqual(['date', 'date-time', 'uuid'])
  })

  test('only reading tools, in read-only mode', async () => {
    const query = '?toolsets=boards&readonly=true'
    const names = await namesOf(mia.key, { query })
    expect(names).toContain('listBoards')
    expect(names).not.toContain('createBoard')
    const { client } = await connect(address, mia.key, { query: '?readonly=true' })
    const write = client.callTool({ name: 'createBoard', arguments: { title: 'x' } })
    await expect(write).rejects.toThrow('no tool')
  })

  test('only what the key may do', async () => {
    const key = await service.keyWith(mia, ['tasks:read'])
    const names = await namesOf(key, { query: '?toolsets=tasks,boards' })
    expect(names.sort()).toEqual(['getTask', 'getTaskInput', 'listTasks'])
    const { client } = await connect(address, key)
    const refused = await client.callTool({ name: 'listBoards' })
    expect(refused.structuredContent).toMatchObject({ code: 'permission_denied' })
  })

  test('the error names an unknown toolset', async () => {
    const { status, body } = await service.call('POST', '/mcp?toolsets=cats', {
      key: mia.key,
      body: {},
    })
    expect([status, body.errors[0].path]).toEqual([400, 'toolsets'])
  })

  test('more after a toolset is enabled, and the client is notified', async () => {
    const { client } = await connect(address, mia.key)
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
    )
    const before = (await client.callTool({ name: 'list_toolsets' })).structuredContent
    expect(before).toMatchObject({
      toolsets: expect.arrayContaining([
        expect.objectContaining({ name: 'comments', enabled: false }),
        expect.objectContaining({ name: 'tasks', enabled: true }),
      ]),
    })
    const arguments_ = { toolset: 'comments' }
    const enabled = await client.callTool({ name: 'enable_toolset', arguments: arguments_ })
    expect(enabled.structuredContent).toMatchObject({ toolset: 'comments', listed: true })
    await told
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
    expect(tools.map(({ name }) => name)).toContain('createComment')
    const none = await client.callTool({ name: 'enable_toolset', arguments: { toolset: 'cats' } })
    expect(none.structuredContent).toMatchObject({ code: 'validation_failed' })
  })
})

describe('resources', () => {
  test('an image includes its bytes; other workspaces have no access', async () => {
    const bytes = Buffer.from(await png(draw(4, 4, () => [1, 2, 3])))
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'a.png')
    const uploaded = await fetch(`${address}/api/v1/assets/upload`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${mia.key}` },
      body: form,
    })
    const { id } = (await uploaded.json()) as { id: string }
    const { client } = await connect(address, mia.key)
    const uri = `atelier://asset/${id}`
    const { contents } = await client.readResource({ uri })
    expect(contents[1]).toEqual({ uri, mimeType: 'image/png', blob: bytes.toString('base64') })
    const jo = await service.tenant()
    const { client: other } = await connect(address, jo.key)
    await expect(other.readResource({ uri })).rejects.toThrow()
  })

  test.each([
    ['with a session', {}],
    ['without', modern],
  ])(
    'a client %s is notified of changes with the URI that it subscribed to',
    async (_, options) => {
      const { client } = await connect(address, mia.key, options)
      const title = `Watched ${Object.keys(options).length}`
      const made = await client.callTool({ name: 'createBoard', arguments: { title } })
      const { id, slug } = made.structuredContent as { id: string; slug: string }
      const uri = `atelier://board/${slug}`
      const told = new Promise((resolve) =>
        client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
          resolve(params.uri),
        ),
      )
      if (options === modern) await client.listen({ resourceSubscriptions: [uri] })
      else await client.subscribeResource({ uri })
      const body = { title: 'Changed' }
      await service.call('PATCH', `/api/v1/pm/boards/${id}`, { key: mia.key, body })
      expect(await told).toBe(uri)
    },
  )

  test('projects and tasks of both kinds are read by their ids', async () => {
    const { client } = await connect(address, mia.key)
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
    const { client } = await connect(address, mia.key)
    const uri = 'atelier://board/none'
    await expect(client.subscribeResource({ uri })).rejects.toThrow()
  })
})
