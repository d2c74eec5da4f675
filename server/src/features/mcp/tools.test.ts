import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useMcpClients } from '../../../test/mcp-client.ts'
import { isCallable } from '../../http/call-operation.ts'
import { clashingNames } from './input-schema.ts'
import { leftOut } from './left-out.ts'
import { mcpSurface } from './serve-mcp.ts'
import { commonTable, toolsetTable } from './test-tool-tables.ts'
import { belongsTo } from './toolset-choice.ts'

const service = useService()
const connect = useMcpClients()
let baseUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})

describe('the tools', () => {
  test('are all operations except those left out for a reason', () => {
    const { tools } = mcpSurface(service.operations)
    const callable = service.operations.filter(isCallable).map(({ id }) => id)
    expect(tools.flatMap(({ formerName }) => formerName ?? [])).toEqual(
      callable.filter((id) => !Object.hasOwn(leftOut, id)),
    )
    const names = tools.map(({ definition }) => definition.name)
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(leftOut).filter((id) => !callable.includes(id))).toEqual([])
  })

  test('are counted in docs/mcp.md as they are', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8')
    const { tools } = mcpSurface(service.operations)
    expect(page).toContain(commonTable(tools))
    expect(page).toContain(toolsetTable(tools))
    const common = tools.filter((tool) => belongsTo(tool, 'common'))
    expect(page).toContain(`A client sees ${common.length} tools`)
  })

  test('take one flat object; name clashes are known', () => {
    const clashes = service.operations
      .filter(isCallable)
      .map((operation) => [operation.id, clashingNames(operation)])
      .filter(([, names]) => (names as string[]).length > 0)
    expect(clashes).toEqual([['updateProject', ['base_revision']]])
  })

  test('have self-contained schemas and descriptions', () => {
    for (const { definition, outputSchema } of mcpSurface(service.operations).tools) {
      const { name, inputSchema, description, title } = definition
      expect([name, JSON.stringify({ inputSchema, outputSchema }).includes('$ref')]).toEqual([
        name,
        false,
      ])
      expect([name, outputSchema?.type ?? 'object']).toEqual([name, 'object'])
      expect(description?.length).toBeGreaterThan(10)
      expect(title?.length).toBeGreaterThan(5)
    }
  })

  test('are annotated as reading, changing or destructive', () => {
    const { tools } = mcpSurface(service.operations)
    const hints = (name: string) =>
      tools.find(({ definition }) => definition.name === name)?.definition.annotations
    expect(hints('list_boards')).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints('create_board')).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints('delete_board')).toMatchObject({ destructiveHint: true, idempotentHint: true })
    // Clients may run reading tools without asking, and this one can call any other.
    expect(hints('call_tool')).toEqual({ readOnlyHint: false, destructiveHint: true })
    expect(hints('delete_posts')).toMatchObject({ destructiveHint: true, idempotentHint: false })
  })
})

describe('which tools are shown', () => {
  const listNames = async (key: string, options = {}) => {
    const { client } = await connect(baseUrl, key, options)
    return (await client.listTools()).tools.map(({ name }) => name)
  }

  test('only those of the toolsets in the URL or the header, which are also the only callable ones', async () => {
    const chosen = await listNames(mia.key, { query: '?toolsets=boards,tasks' })
    expect(chosen).toContain('create_board')
    expect(chosen).toContain('get_task')
    expect(chosen).not.toContain('create_project')
    expect(chosen).not.toContain('find_tools')
    const headers = { 'x-atelier-toolsets': 'boards, tasks' }
    expect(await listNames(mia.key, { headers })).toEqual(chosen)
    const { client } = await connect(baseUrl, mia.key, { headers })
    for (const name of ['list_project_types', 'listProjectTypes', 'call_tool']) {
      await expect(client.callTool({ name })).rejects.toThrow('no tool')
    }
  })

  test('all of them, over several pages', async () => {
    const { client } = await connect(baseUrl, mia.key, { query: '?toolsets=all' })
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
    const names = await listNames(mia.key, { query })
    expect(names).toContain('list_boards')
    expect(names).not.toContain('create_board')
    const { client } = await connect(baseUrl, mia.key, { query: '?readonly=true' })
    const write = client.callTool({ name: 'create_board', arguments: { title: 'x' } })
    await expect(write).rejects.toThrow('no tool')
    const arguments_ = { name: 'create_board', arguments: { title: 'x' } }
    const around = await client.callTool({ name: 'call_tool', arguments: arguments_ })
    expect([around.isError, JSON.stringify(around.content)]).toEqual([
      true,
      expect.stringContaining('There is no tool create_board.'),
    ])
  })

  test('only what the key may do', async () => {
    const key = await service.keyWith(mia, ['tasks:read'])
    const names = await listNames(key, { query: '?toolsets=tasks,boards' })
    expect(names.sort()).toEqual(['get_task', 'get_task_input', 'list_tasks'])
    const { client } = await connect(baseUrl, key)
    const refusals = [
      { name: 'list_boards' },
      { name: 'upload_file', arguments: { data: 'eA==' } },
      { name: 'list_records', arguments: { kind: 'board' } },
      { name: 'create_card', arguments: { board: 'x', title: 'x' } },
    ]
    for (const call of refusals) {
      const { structuredContent } = await client.callTool(call)
      expect(structuredContent).toMatchObject({ code: 'permission_denied' })
    }
  })

  test('the error names an unknown toolset', async () => {
    const { status, body } = await service.call('POST', '/mcp?toolsets=cats', {
      key: mia.key,
      body: {},
    })
    expect([status, body.errors[0].path]).toEqual([400, 'toolsets'])
  })

  test('more after a toolset is enabled, and the client is notified', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const updated = new Promise<void>((resolve) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
    )
    const before = (await client.callTool({ name: 'list_toolsets' })).structuredContent
    expect(before).toMatchObject({
      toolsets: expect.arrayContaining([
        expect.objectContaining({ name: 'comments', enabled: false }),
        expect.objectContaining({ name: 'common', enabled: true }),
      ]),
    })
    const arguments_ = { toolset: 'comments' }
    const enabled = await client.callTool({ name: 'enable_toolset', arguments: arguments_ })
    expect(enabled.structuredContent).toMatchObject({ toolset: 'comments', listed: true })
    await updated
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
    expect(tools.map(({ name }) => name)).toContain('create_comment')
    const none = await client.callTool({ name: 'enable_toolset', arguments: { toolset: 'cats' } })
    expect(none.structuredContent).toMatchObject({ code: 'validation_failed' })
  })
})
