import type { Frame } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../server/test/harness.ts'
import { useMcpClients } from '../../server/test/mcp-client.ts'
import { draw, png } from '../../server/test/scenes.ts'
import { until } from '../../server/test/server-client.ts'
import { runAxe } from './axe.ts'
import { phone, useConsole } from './use-console.ts'

/** The views of MCP Apps in a page that acts as their host, with the server behind it. */
const { service, open, baseUrl } = useConsole()
const connect = useMcpClients()

/** The policy that the specification sets for views that declare no domains. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

/** The host's side of the protocol. Its sandbox allows no more than the specification demands. */
const host = `
const frame = document.createElement('iframe')
frame.sandbox = 'allow-scripts'
frame.style = 'width: 100%; border: 0'
frame.srcdoc = view.html
window.notifyFrame = (method, params) => frame.contentWindow.postMessage({ jsonrpc: '2.0', method, params }, '*')
const isInitialized = new Promise((resolve) => {
  addEventListener('message', async ({ source, data: { id, method, params } }) => {
    if (source !== frame.contentWindow) return
    if (method === 'ui/notifications/initialized') return resolve()
    if (method === 'ui/notifications/size-changed') return (frame.style.height = params.height + 'px')
    const reply = method === 'ui/initialize'
      ? { result: { protocolVersion: '2026-01-26', hostInfo: { name: 'test', version: '1' }, hostCapabilities: {}, hostContext: { theme: view.theme, ...(view.callId !== undefined && { toolInfo: { id: view.callId, tool: { name: 'ask_person', inputSchema: { type: 'object' } } } }) } } }
      : await (await fetch('/host', { method: 'POST', body: JSON.stringify({ method, params }) })).json()
    source.postMessage({ jsonrpc: '2.0', id, ...reply }, '*')
  })
})
document.body.style.margin = 0
document.body.append(frame)
await isInitialized
notifyFrame('ui/notifications/tool-input', { arguments: view.args })`

interface Shown {
  frame: Frame
  /** The URLs that the view asked the host to open. */
  links: string[]
  postMessage(method: string, params: object): Promise<void>
}

interface View {
  client: Awaited<ReturnType<typeof connect>>['client']
  uri: string
  args: object
  theme: 'light' | 'dark'
  /** The id of the request that the view belongs to. Hosts need not tell it. */
  callId?: number | string | undefined
}

async function showView({ client, uri, args, theme, callId }: View): Promise<Shown> {
  const size = theme === 'dark' ? phone : { width: 720, height: 600 }
  const page = await open(null, { theme, size, path: '/healthz' })
  const { contents } = await client.readResource({ uri })
  const { text } = contents[0] as { text: string }
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  const html = text.replace('<meta charset="utf-8">', `$&${meta}`)
  const links: string[] = []
  // source-rules: the page is opened afterwards.
  await page.route('**/host', async (route) => {
    const { method, params } = route.request().postDataJSON() ?? {}
    if (!method) return route.fulfill({ contentType: 'text/html', body: '<title>Host</title>' })
    if (method === 'ui/open-link') {
      links.push(params.url)
      return route.fulfill({ json: { result: {} } })
    }
    const calling = method === 'tools/call' ? client.callTool(params) : client.readResource(params)
    const json = await calling.then(
      (result) => ({ result }),
      ({ message }) => ({ error: { code: -32000, message } }),
    )
    return route.fulfill({ json })
  })
  await page.goto(`${baseUrl()}/host`)
  await page.evaluate(
    `(async (view) => {${host}})(${JSON.stringify({ html, args, theme, callId })})`,
  )
  const frame = page.frames()[1] as Frame
  const postMessage = (method: string, params: object) =>
    page.evaluate<void>(`notifyFrame(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
  return { frame, links, postMessage }
}

/** The JSON-RPC ids of a tool's calls, as a host knows them. */
function idsOfCalls({ transport }: View['client'], tool: string): (number | string)[] {
  if (!transport) throw new Error('not connected')
  const ids: (number | string)[] = []
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const { id, method, params } = message as { id: number; method: string; params?: object }
    if (method === 'tools/call' && (params as { name: string }).name === tool) ids.push(id)
    return send(message, options)
  }
  return ids
}

describe('in a host of MCP Apps', () => {
  const openQuestions = async (key: string) => {
    const { body } = await service.call('GET', '/api/v1/questions?status=open', { key })
    return body.results as { id: string; thread_id: string; asked_call: string }[]
  }
  const buildPagePath = ({ thread_id }: { thread_id: string }) =>
    `/threads/${encodeURIComponent(thread_id)}`
  const listPaths = (links: string[]) => links.map((link) => new URL(link).pathname)

  test.each(['light', 'dark'] as const)(
    'the card opens the page to answer on, %s',
    async (theme) => {
      const { key, token } = await service.tenant()
      const { client } = await connect(baseUrl(), key)
      const args = {
        title: 'Publish the images?',
        message: 'Both are on the card.',
        kind: 'approval',
      }
      const asked = client.callTool({ name: 'ask_person', arguments: args })
      const question = await until('the question', async () => (await openQuestions(key))[0])
      const { frame, links, postMessage } = await showView({
        client,
        uri: 'ui://atelier/approval-card',
        args,
        theme,
      })
      await frame.getByRole('heading', { name: args.title }).waitFor()
      expect(await runAxe(frame)).toEqual([])
      await frame.getByRole('button').click()
      await expect.poll(() => links.length).toBe(1)
      expect(listPaths(links)).toEqual([buildPagePath(question)])
      const answer = { token, body: { value: 'approved', comment: 'Lovely.' } }
      const path = `/api/v1/questions/${question.id}/answer`
      await expectStatus(200, service.call('POST', path, answer))
      const result = await asked
      expect(result.structuredContent).toMatchObject({
        status: 'answered',
        answer: { value: 'approved' },
        answered_via: 'api',
      })
      await postMessage('ui/notifications/tool-result', result)
      await frame.getByText('Test Person approved this. “Lovely.”').waitFor()
    },
  )

  test('of two questions with one title, each card opens its own, or none', async () => {
    const { key } = await service.tenant()
    const { client } = await connect(baseUrl(), key)
    const callIds = idsOfCalls(client, 'ask_person')
    const args = { title: 'Go?', message: 'Ready.', kind: 'approval', wait_seconds: 3600 }
    for (const _ of [1, 2]) client.callTool({ name: 'ask_person', arguments: args }).catch(() => {})
    await expect.poll(async () => (await openQuestions(key)).length).toBe(2)
    const questions = await openQuestions(key)
    const card = { client, uri: 'ui://atelier/approval-card', args, theme: 'light' as const }
    const unbound = await showView(card)
    await unbound.frame.getByRole('button').click()
    await expect.poll(() => unbound.links.length).toBe(1)
    expect(listPaths(unbound.links)).toEqual(['/inbox'])
    for (const callId of callIds) {
      const own = questions.find(({ asked_call }) => asked_call === String(callId))
      const { frame, links } = await showView({ ...card, callId })
      await frame.getByRole('button').click()
      await expect.poll(() => links.length).toBe(1)
      expect(listPaths(links)).toEqual([own && buildPagePath(own)])
    }
  })

  test('an edited image is compared with its original', async () => {
    const { key } = await service.tenant()
    const { client } = await connect(baseUrl(), key)
    const scene = draw(240, 160, (x, y) =>
      Math.hypot(x - 120, y - 80) < 60 ? [200, 60, 40] : [230, 230, 225],
    )
    const image = `data:image/png;base64,${Buffer.from(await png(scene)).toString('base64')}`
    const args = { image, action: 'convert', format: 'webp' }
    const { frame, postMessage } = await showView({
      client,
      uri: 'ui://atelier/before-after',
      args,
      theme: 'light',
    })
    await frame.getByText('Working on the image…').waitFor()
    const result = await client.callTool({ name: 'edit_image', arguments: args })
    await postMessage('ui/notifications/tool-result', result)
    await frame.getByRole('slider').fill('20')
    await expect.poll(() => frame.evaluate('getComputedStyle(before).clipPath')).toContain('80%')
    expect(await runAxe(frame)).toEqual([])
  })
})
