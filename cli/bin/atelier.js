#!/usr/bin/env node
// Plain JavaScript that any Node runs: it finds a Node that can run the TypeScript behind it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

const neededMajor = 24
const ownMajor = Number(process.versions.node.split('.')[0])
const root = join(import.meta.dirname, '../..')
// A package has only the build, because Node strips no types there.
const isPackage = !existsSync(join(root, 'cli/src/main.ts'))
// The client alone runs on any Node from 20 on.
const hasServer = existsSync(join(root, 'server/migrations'))

const fix = `${isPackage ? 'Install Atelier' : 'Run "npm ci"'} again without --omit=optional, or install Node ${neededMajor} and try again.\n`

if (ownMajor >= neededMajor || !hasServer) {
  // Halves the startup time. Not in /tmp, where other users could place code for us to run.
  module.enableCompileCache?.(join(root, 'cli/node_modules/.cache'))
  // The log of the server names source files.
  if (process.argv[2] === 'serve') module.setSourceMapsSupport?.(true)
  // A reader that only wants the first lines closes the pipe; that isn't an error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { main } = await import(await programFile())
  const code = await main(process.argv.slice(2))
  // Doesn't wait for connections that hang: there is nothing to lose.
  if (code !== 0) process.exit(code)
} else {
  const node = pinnedNode()
  if (node) runWith(node)
  else explain()
}

/** The build, which starts faster, or the source if a file of it differs from the build. */
async function programFile() {
  if (isPackage) return '../../dist/program/release/main.js'
  const { currentProgram } = await import('../../scripts/build-program.js')
  return currentProgram() ?? '../src/main.ts'
}

/** The Node that npm installed for this platform. */
function pinnedNode() {
  const require = module.createRequire(join(root, 'package.json'))
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const platform = `-${process.platform}-${process.arch}`
  for (const name of Object.keys(optionalDependencies).filter((name) => name.endsWith(platform))) {
    try {
      const binary = join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'node')
      if (existsSync(binary)) return binary
    } catch {
      // not installed, or not a package with a Node
    }
  }
  return undefined
}

function runWith(node) {
  const args = process.argv.slice(2)
  // kill -9 can't be forwarded.
  if (args[0] === 'serve') args.push('--stop-with-parent')
  const child = spawn(node, [import.meta.filename, ...args], { stdio: 'inherit' })
  // Ctrl-C in a terminal also reaches the child directly; serve treats the two signals as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  // npx starts us through a shell that ends without forwarding the signal: see cli/src/serve.ts.
  const parent = process.ppid
  if (args[0] === 'serve' && process.env.npm_lifecycle_event === 'npx') {
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 500).unref()
  }
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n${fix}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0))
  })
}

function explain() {
  process.stderr.write(
    `Atelier needs Node ${neededMajor} or newer; this is ${process.version}. The Node that npm ` +
      `installs for ${process.platform}-${process.arch} is missing.\n` +
      fix,
  )
  process.exit(1)
}
