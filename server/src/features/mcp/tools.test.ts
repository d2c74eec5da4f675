import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useClients } from '../../../test/mcp-client.ts'
import { isCallable } from '../../http/call-operation.ts'
import { clashingNames } from './input-schema.ts'
import { leftOut } from './left-out.ts'
import { mcpSurface } from './serve-mcp.ts'

const service = useService()
const connect = useClients()
let address: string
const mia = useTenant(service)

beforeAll(async () => {
  address = await service.app.listen({ port: 0, host: '127.0.0.1' })
})

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
