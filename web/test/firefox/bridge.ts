import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/**
 * Runs Firefox and stands between it and Playwright, which speak WebDriver BiDi. Playwright sends
 * one command for every page that Firefox ESR does not know, and takes the error for the end.
 */
const unknownCommand = 'emulation.setMediaFeaturesOverride'

const [program = '', ...args] = process.argv.slice(2)
const firefox = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => firefox.kill('SIGTERM'))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
  process.stderr.write(url ? `WebDriver BiDi listening on ${await relayTo(url)}\n` : `${line}\n`)
}

async function relayTo(url: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (playwright, { url: path }) => relay(playwright, `${url}${path}`))
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function relay(playwright: WebSocket, url: string): void {
  const browser = new WebSocket(url, { perMessageDeflate: false })
  const isOpen = once(browser, 'open')
  playwright.on('message', async (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text) as { id: number; method: string }
    await isOpen
    if (method !== unknownCommand) return browser.send(text)
    playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
  })
  browser.on('message', (data) => playwright.send(String(data)))
  // Playwright may have been killed, and then nothing else ends Firefox.
  playwright.on('close', () => firefox.kill('SIGTERM'))
  browser.on('close', () => playwright.close())
}
