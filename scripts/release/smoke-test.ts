import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { release } from './config.ts'
import { drawPhoto } from './draw-photo.ts'

interface Place {
  /** A folder in which the packages are installed. */
  project: string
  env: Record<string, string>
}

interface Started {
  address: string
  pid: number
  first_start: { key: string }
}

/** Starts the installed server with npx, uses it through the SDK and the console, and stops it. */
export async function useProgram({ project, env, startedAt }: Place & { startedAt: number }) {
  const passed = stopwatch(startedAt)
  let server: number | undefined
  const port = String(await freePort())
  const child = spawn('npx', ['--no', 'atelier', 'serve', '--json'], {
    cwd: project,
    env: { ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = readLog(child)
  try {
    const started = await firstLine(child)
    const { address: baseUrl, first_start } = started
    server = started.pid
    passed('the server is ready')
    await checkPages(baseUrl)
    passed('health, console and API document')
    writeFileSync(join(project, 'photo.jpg'), drawPhoto())
    const settings = { ...env, ATELIER_URL: baseUrl, ATELIER_API_KEY: first_start.key }
    runScript(project, settings, 'first-call.mjs', firstCall)
    passed('first call of the SDK')
    runScript(project, settings, 'common.cjs', commonJs)
    runScript(project, settings, 'convert.mjs', convertImage)
    passed('upload, tool, task, download')
    runScript(project, env, 'agent.mjs', sdkGuide(started))
    passed('the SDK guide, word by word')
    execFileSync('npx', ['--no', 'atelier', 'whoami'], { cwd: project, env: settings })
    passed('the CLI beside it')
  } catch (error) {
    process.stderr.write(log())
    throw error
  } finally {
    await stop(child)
  }
  if (server !== undefined) await waitUntilGone(server)
  passed('stopped by SIGTERM')
}

/** The client starts without a server. */
export function useClient({ project, env }: Place): void {
  const args = ['--no', '--', 'atelier', '--version']
  const version = execFileSync('npx', args, { cwd: project, env, encoding: 'utf8' }).trim()
  if (version !== release.version) throw new Error(`Version ${version}, not ${release.version}`)
  process.stdout.write(`atelier ${version} runs\n`)
}

const firstCall = `
import { Atelier } from '${release.names.sdk}'
const atelier = new Atelier({ baseUrl: process.env.ATELIER_URL, apiKey: process.env.ATELIER_API_KEY })
const board = await atelier.boards.create({ title: 'Launch' })
if (board.title !== 'Launch') throw new Error('Unexpected board')
`

const commonJs = `
const { Atelier } = require('${release.names.sdk}')
const { fileFrom } = require('${release.names.sdk}/node')
if (typeof Atelier !== 'function' || typeof fileFrom !== 'function') throw new Error('Not CommonJS')
`

const convertImage = `
import { Atelier, filesOf } from '${release.names.sdk}'
import { fileFrom } from '${release.names.sdk}/node'
const atelier = new Atelier({ baseUrl: process.env.ATELIER_URL, apiKey: process.env.ATELIER_API_KEY })
const { key } = await atelier.apiKeys.create({ name: 'Smoke test' })
const agent = atelier.with({ apiKey: key })
const asset = await agent.assets.upload(await fileFrom('photo.jpg'))
const { task_id } = await agent.images.convertFormat({ image_url: asset.id, output_format: 'webp' })
const [file] = filesOf(await agent.tasks.wait(task_id))
const response = await agent.assets.download(file.url)
if ((await response.arrayBuffer()).byteLength < 100) throw new Error('Empty result')
`

/** The program of the SDK guide as printed, with the URL and the key of this server. */
function sdkGuide({ address: baseUrl, first_start }: Started): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides/sdk.md'), 'utf8')
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code]) => code)
    .join('\n')
    .replace('http://localhost:4600', baseUrl)
    .replace('atl_…', first_start.key)
}

function runScript(project: string, env: Record<string, string>, name: string, code: string) {
  writeFileSync(join(project, name), code)
  execFileSync('node', [name], { cwd: project, env, stdio: 'inherit', timeout: 300_000 })
}

async function checkPages(baseUrl: string): Promise<void> {
  for (const path of [
    '/readyz',
    '/api/openapi.json',
    '/docs',
    '/docs/mcp',
    '/docs/sdk',
    '/docs/examples',
  ]) {
    const { ok, status } = await fetch(new URL(path, baseUrl))
    if (!ok) throw new Error(`${path} is ${status}`)
  }
  const page = await (await fetch(baseUrl, { headers: { accept: 'text/html' } })).text()
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? []
  if (!script) throw new Error('The console is missing')
  const { ok, status } = await fetch(new URL(script, baseUrl))
  if (!ok) throw new Error(`${script} is ${status}`)
}

async function firstLine(child: ChildProcess): Promise<Started> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  for await (const line of lines) {
    if (line.startsWith('{')) return JSON.parse(line)
  }
  throw new Error('The server ended before it was ready')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The server ends a moment after npx does. */
async function waitUntilGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (!isAlive(pid)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server (process ${pid}) did not stop`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Collects the server's log, to print it after a failure. */
function readLog(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function stopwatch(startedAt: number) {
  return (step: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
    process.stdout.write(`${seconds} s  ${step}\n`)
  }
}
