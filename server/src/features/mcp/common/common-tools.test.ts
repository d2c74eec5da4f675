import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../../test/harness.ts'
import { useMcpClients } from '../../../../test/mcp-client.ts'
import { notify } from '../../../../test/notify.ts'
import { draw, png } from '../../../../test/scenes.ts'
import { workflowClient } from '../../workflows/test-workflows.ts'

/** An agent that sees only the common tools, and does ten pieces of work with them. */
const service = useService({ allowCidrs: ['127.0.0.1/32'] })
const connect = useMcpClients()
const mia = useTenant(service)
let baseUrl: string
let client: Client
let listed: string[]

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  // One connection for all tests; a model has no more either.
  const headers = { authorization: `Api-Key ${mia.key}` }
  const url = new URL(`${baseUrl}/mcp`)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  listed = (await client.listTools()).tools.map(({ name }) => name)
  return () => client.close()
})

interface Outcome {
  value: Record<string, never> & { note?: string }
  text: string
  isError: boolean
  links: { uri: string; name: string; mimeType?: string }[]
}

/** Calls a tool of the list, as a model would: nothing else is possible. */
async function use(name: string, args: object): Promise<Outcome> {
  if (!listed.includes(name)) throw new Error(`${name} is not listed`)
  const result = await client.callTool({ name, arguments: { ...args } })
  const blocks = result.content as { type: string; text: string }[]
  const text = blocks.find(({ type }) => type === 'text')?.text ?? ''
  const links = blocks.filter(({ type }) => type === 'resource_link') as never
  const value = text.startsWith('{') ? JSON.parse(text) : {}
  return { value, text, isError: result.isError === true, links }
}

describe('ten tasks with the common tools only', () => {
  const picture = async () =>
    Buffer.from(await png(draw(48, 32, (x) => [x * 5, 90, 120]))).toString('base64')

  test('the list is small', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(18)
    // Four characters a token: tokenizers of current models need 3 % less for this list.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(4000)
  })

  test('1 and 2: a file is stored, found by its name, and edited', async () => {
    const stored = await use('upload_file', { data: await picture(), name: 'kettle.png' })
    expect(stored.value).toMatchObject({ name: 'kettle.png', width: 48, height: 32 })
    expect(stored.links).toMatchObject([{ name: 'kettle.png', mimeType: 'image/png' }])
    const edit = { image: 'kettle.png', action: 'convert', format: 'webp' }
    const edited = await use('edit_image', edit)
    expect(edited.value).toMatchObject({ status: 'SUCCESS', before: stored.value.id })
    expect(edited.links).toMatchObject([{ mimeType: 'image/webp' }])
    // The model that reads has tests of its own.
    const engine = { name: 'none', version: '1' }
    const reading = { lines: [{ text: 'Kettle' }], width: 48, height: 32, engine, warnings: [] }
    Object.assign(service.deps.engines, { readText: async () => reading })
    const read = await use('edit_image', { image: 'kettle.png', action: 'read_text' })
    expect(read.value).toMatchObject({ status: 'SUCCESS', text: 'Kettle' })
    const { contents } = await client.readResource({ uri: edited.links[0]?.uri ?? '' })
    expect(contents[1]).toMatchObject({ mimeType: 'image/webp' })
  })

  test('3 to 5: a board, a card for a person by name, and its way to done', async () => {
    const jo = await service.colleague(mia, 'member')
    const board = await use('set_up_board', { title: 'Spring launch', columns: ['Review'] })
    expect(board.value.columns).toEqual(['Draft', 'To Do', 'In Progress', 'Completed', 'Review'])
    const card = await use('create_card', {
      board: 'Spring launch',
      title: 'Write the news',
      column: 'to do',
      assignees: [jo.email],
      due_date: '2026-12-01',
    })
    expect(card.value).toMatchObject({ column: 'To Do', board: 'spring-launch' })
    const done = await use('update_card', {
      card: 'Write the news',
      column: 'Completed',
      comment: 'Published.',
      attach_file: 'kettle.png',
    })
    expect(done.value).toMatchObject({ column: 'Completed', complete: true })
    const read = await use('get_record', { kind: 'card', id: String(card.value.card) })
    expect(read.value).toMatchObject({
      comments: [{ comment: 'Published.' }],
      attachments: [{ name: 'kettle.png' }],
    })
    const found = await use('list_records', {
      kind: 'card',
      board: 'Spring launch',
      assignee: jo.email,
      column: 'completed',
    })
    expect(found.value).toMatchObject({ total: 1, items: [{ title: 'Write the news' }] })
  })

  test('6: state of a campaign is kept and changed by title', async () => {
    await use('save_project', { title: 'Autumn', data: { goal: 'reach', budget: 1.5 } })
    const changed = await use('save_project', { project: 'Autumn', data: { budget: 2 } })
    expect(changed.value).toMatchObject({ revision: 2, data: { goal: 'reach', budget: 2 } })
  })

  test('7 and 8: a person is notified and asked', async () => {
    const sent = await use('notify_person', { title: 'Done', message: 'All set.', person: 'me' })
    expect(sent.value).toMatchObject({ notification_id: expect.any(String) })
    const ask = { title: 'Publish?', message: 'Today.', kind: 'approval', wait_seconds: 0 }
    const asked = await use('ask_person', { ...ask, person: mia.email })
    expect(asked.text).toContain('No answer: the question is open.')
    const { value } = await use('list_records', { kind: 'question', status: 'open' })
    const [{ id }] = value.items as unknown as [{ id: string }]
    const answer = { name: 'answer_question', arguments: { id, value: 'approved' } }
    const refused = await use('call_tool', answer)
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('person')])
    // The question of another agent, and not an approval.
    const other = await service.keyWith(mia, ['notifications:send'])
    const text = { category: 'agentNeedsInput', question: { kind: 'text' } }
    const { question_id } = await expectStatus(200, notify(service, mia, text, other))
    const reply = { name: 'answer_question', arguments: { id: question_id, value: 'Today.' } }
    expect((await use('call_tool', reply)).isError).toBe(false)
  })

  test('9: a workflow runs to its end', async () => {
    await workflowClient(service, () => mia).define({
      title: 'New tag',
      inputs: { type: 'object', properties: { name: { type: 'string' } } },
      steps: [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the workflow
        { id: 'tag', type: 'call', operation: 'createTag', body: { name: '${inputs.name}' } },
      ],
    })
    const run = await use('run_workflow', { workflow: 'New tag', input: { name: 'spring' } })
    expect(run.value).toMatchObject({ status: 'COMPLETED', job: expect.stringMatching(/^run:/) })
    const again = await use('wait_for_job', { job: String(run.value.job) })
    expect(again.value).toMatchObject({ status: 'COMPLETED' })
  })

  test('10: an operation that no listed tool covers is found and called', async () => {
    const { value } = await use('find_tools', { query: 'post a message to team chat' })
    expect(value.tools).toContainEqual(
      expect.objectContaining({
        name: 'post_message',
        arguments: expect.objectContaining({ text: expect.stringContaining('string') }),
      }),
    )
    const { value: channels } = await use('call_tool', { name: 'list_channels' })
    const [{ name }] = channels.results as unknown as [{ name: string }]
    const args = { channel: name, text: 'Hello.' }
    const posted = await use('call_tool', { name: 'post_message', arguments: args })
    expect([posted.isError, posted.text]).toEqual([false, expect.stringContaining('Hello.')])
  })
})

describe('errors say what to do next', () => {
  test.each([
    ['create_card', { board: 'Sprng lanch', title: 'x' }, 'Spring launch (spring-launch)'],
    ['update_card', { card: 'SPRING-LAUNCH-1', column: 'Done' }, 'To Do, In Progress, Completed'],
    ['update_card', { card: 'SPRING-LAUNCH-1', column: 'Done' }, ': column: is not a column'],
    ['create_card', { board: 'spring-launch', title: 'x', assignees: ['Bob'] }, '"kind":"person"'],
    ['edit_image', { image: '/home/me/a.png', action: 'upscale' }, 'upload_file'],
    ['call_tool', { name: 'delete_board' }, 'board_id with list_records {"kind":"board"}'],
    ['call_tool', { name: 'get_task_activity' }, 'The arguments are: task_id'],
    ['speak_text', { text: 'x', voice: 'Emmma' }, 'there are: Emma ('],
    ['speak_text', { text: 'x', voice: 'Emmma' }, 'List all with list_records {"kind":"voice"}'],
    ['list_records', { kind: 'card', board: 'spring-launch', column: 'x' }, '"id":"spring-launch"'],
    ['upload_file', { url: 'file:///a.png' }, 'Pass the content as data'],
    ['upload_file', { data: 'no base64!' }, ': data: must be base64'],
    ['upload_file', { data: 'bm90aGluZw==' }, ': data: '],
    ['edit_image', { image: 'kettle.png', action: 'outpaint', aspect_ratio: 'x' }, '"16:9"'],
    ['edit_image', { image: 'kettle.png', action: 'smart_crop' }, 'such as 4:5'],
    ['ask_person', { title: 'x', message: 'x', kind: 'yesno' }, ': kind: must be one of text'],
    ['create_card', { board: 'spring-launch', titel: 'x' }, 'did you mean title?'],
    ['get_record', { kind: 'transcript', id: 'none' }, 'list_records {"kind":"transcript"}'],
    ['call_tool', { name: 'creat_board' }, 'Did you mean create_board'],
    ['notify_person', { title: 'x', message: 'x', person: 'Nobody' }, 'is not a person; there are'],
    ['wait_for_job', { job: 'job 7' }, 'such as "task:<id>"'],
  ])('%s %j', async (name, args, advice) => {
    const { isError, text } = await use(name, args)
    expect([isError, text]).toEqual([true, expect.stringContaining(advice)])
  })

  test('each fact once, and an unknown file changes nothing', async () => {
    const wrong = await use('create_card', { board: 'spring-launch', title: 'x', due_date: 'soon' })
    expect(wrong.text).toBe(
      'validation_failed (400): due_date: must be a valid date, as YYYY-MM-DD',
    )
    const change = { card: 'SPRING-LAUNCH-1', title: 'Changed', attach_file: 'none.png' }
    expect((await use('update_card', change)).isError).toBe(true)
    const { value } = await use('get_record', { kind: 'card', id: 'SPRING-LAUNCH-1' })
    expect(value.title).not.toBe('Changed')
  })
})

describe('other tools', () => {
  test('take names where they take ids, and return short text', async () => {
    const { client } = await connect(baseUrl, mia.key, { query: '?toolsets=boards,board-tasks' })
    const call = async (name: string, args: object) => {
      const { content, structuredContent } = await client.callTool({ name, arguments: { ...args } })
      return { text: (content as { text: string }[])[0]?.text ?? '', structuredContent }
    }
    const board = await call('get_board', { board_id: 'Spring launch' })
    expect(board.structuredContent).toBeUndefined()
    expect(board.text).toContain('"slug":"spring-launch"')
    expect(board.text).not.toContain('null')
    const member = await call('add_board_member', { board_id: 'Spring launch', user_id: 'me' })
    expect(member.text).toContain(mia.email)
  })

  test('return values by a schema if the client asks for it', async () => {
    const query = '?toolsets=boards&structured=true'
    const { client } = await connect(baseUrl, mia.key, { query })
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'get_board')?.outputSchema).toBeDefined()
    const arguments_ = { board_id: 'spring-launch' }
    const read = await client.callTool({ name: 'get_board', arguments: arguments_ })
    expect(read.structuredContent).toMatchObject({ slug: 'spring-launch' })
    expect(JSON.stringify(read.content).length).toBeLessThan(200)
  })

  test('shorten long answers and say how to get the rest', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const size = async (args: object) => {
      const arguments_ = { name: 'list_workflow_operations', arguments: { ...args } }
      const { content } = await client.callTool({ name: 'call_tool', arguments: arguments_ })
      return (content as { text: string }[])[0]?.text ?? ''
    }
    const short = await size({})
    expect(short.length).toBeLessThan(14_000)
    expect(short).toContain('Pass \\"_full\\": true')
    expect((await size({ _full: true })).length).toBeGreaterThan(100_000)
  })
})
