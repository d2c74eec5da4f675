import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { box, person, spokes } from '@atelier/server/engines/background/drawn-subjects.ts'
import { toImage } from '@atelier/server/engines/background/test-scenes.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import { agreement } from './background/agreement.ts'

const rounds = 3
const peersFolder = join(import.meta.dirname, '../peers')
const engineChild = new URL('../../server/src/engines/engine-child.ts', import.meta.url)

/**
 * Compares background removal with @imgly/background-removal-node, which runs the same model, and
 * with the model alone. Each has its own process, and they take turns with every image, so that a
 * busy moment of the machine affects all of them.
 */
export async function background(): Promise<void> {
  installPeer()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const models = await modelPaths()
  const pages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }
  const ours = start(engineChild, ['--expose-gc'], pages)
  // It looks for its model in its working directory.
  const peer = start(new URL('./background/peer.js', import.meta.url), [], {}, peersFolder)
  const bare = start(new URL('./background/bare.ts', import.meta.url), ['--expose-gc'], pages)
  const times = { ours: [] as number[], peer: [] as number[], bare: [] as number[] }
  try {
    const pictures = await drawPictures(folder)
    for (let round = 0; round <= rounds; round++) {
      for (const [name, imagePath] of Object.entries(pictures)) {
        const paths = { ours: `${imagePath}.ours.png`, peer: `${imagePath}.peer.png` }
        const took = {
          ours: await cutOut(ours, { imagePath, outputPath: paths.ours, models }),
          peer: await ask(peer, { imagePath, outputPath: paths.peer }),
          bare: await ask(bare, { model: models.isnet }),
        }
        // The first round loads models and warms caches.
        if (round === 0) {
          console.log(
            `${name}: masks agree ${(await agreement(paths.ours, paths.peer)).toFixed(3)}`,
          )
          continue
        }
        for (const who of ['ours', 'peer', 'bare'] as const) times[who].push(took[who])
      }
    }
    const peak = { ours: await peakMb(ours), peer: await peakMb(peer), bare: await peakMb(bare) }
    for (const who of ['ours', 'peer', 'bare'] as const) {
      console.log(
        `${who.padEnd(5)} ${median(times[who]).toFixed(0)} ms per image, peak ${peak[who]} MB`,
      )
    }
    const ratio = (a: number, b: number) => (a / b).toFixed(2)
    console.log(
      `time   ours / peer: ${ratio(median(times.ours), median(times.peer))} (target 0.80)`,
    )
    console.log(`memory ours / peer: ${ratio(peak.ours, peak.peer)} (target 0.60)`)
    console.log(
      `time   ours / bare: ${ratio(median(times.ours), median(times.bare))} (target 1.15)`,
    )
  } finally {
    for (const child of [ours, peer, bare]) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Not installed by `npm ci`: it is large, and people who run the service don't need it. */
function installPeer(): void {
  if (existsSync(join(peersFolder, 'node_modules/@imgly/background-removal-node'))) return
  console.log('installing the peer in bench/peers (about 600 MB, once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--ignore-scripts', '--no-package-lock', '--no-audit'], {
    cwd: peersFolder,
    stdio: 'ignore',
  })
}

async function modelPaths() {
  const config = readConfig()
  const models = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  return { isnet: await models.path('isnet'), u2netp: await models.path('u2netp') }
}

async function drawPictures(folder: string): Promise<Record<string, string>> {
  const pictures: Record<string, string> = {}
  const scenes = {
    'a person before a wall': person,
    'a box with a soft shadow': box,
    'a wheel with spokes': spokes,
  }
  for (const [at, [name, draw]] of Object.entries(scenes).entries()) {
    const path = join(folder, `picture-${at}.png`)
    await writeFile(
      path,
      await toImage(await draw())
        .png()
        .toBuffer(),
    )
    pictures[name] = path
  }
  return pictures
}

function start(file: URL, execArgv: string[] = [], env = {}, cwd = process.cwd()): ChildProcess {
  return fork(file, {
    cwd,
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function ask(child: ChildProcess, message: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const onExit = () => reject(new Error('A child process ended before it finished'))
  child.once('exit', onExit)
  child.once('message', (answer: { ms: number }) => resolve(answer.ms))
  child.send(message)
  return promise.finally(() => child.off('exit', onExit))
}

async function cutOut(child: ChildProcess, job: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onMessage = (answer: { kind: string; message?: string }) => {
    if (answer.kind === 'result') resolve()
    if (answer.kind === 'error') reject(new Error(answer.message))
  }
  const startedAt = performance.now()
  child.on('message', onMessage)
  const options = { magicCrop: false, outputFormat: 'png' }
  child.send({ kind: 'run', engine: 'background', job: { ...job, ...options } })
  await promise.finally(() => child.off('message', onMessage))
  return performance.now() - startedAt
}

async function peakMb(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
