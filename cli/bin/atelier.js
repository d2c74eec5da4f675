#!/usr/bin/env node
// Plain JavaScript that any Node runs: it finds a Node that can run the TypeScript behind it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

const neededMajor = 24
const ownMajor = Number(process.versions.node.split('.')[0])
// The repository has the source; the npm package has the build, which any Node from 20 on runs.
const isBuilt = !existsSync(join(import.meta.dirname, '../src/main.ts'))

if (isBuilt || ownMajor >= neededMajor) {
  // Halves the startup time. Not in /tmp, where other users could place code for us to run.
  module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache'))
  // A reader that only wants the first lines closes the pipe; that isn't an error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { main } = await import(isBuilt ? '../dist/main.js' : '../src/main.ts')
  const code = await main(process.argv.slice(2))
  // Doesn't wait for connections that hang: there is nothing to lose.
  if (code !== 0) process.exit(code)
} else {
  const node = pinnedNode()
  if (node) runWith(node)
  else explain()
}

function pinnedNode() {
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]
  for (const name of names) {
    try {
      const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`)
      const binary = join(dirname(manifest), 'bin', 'node')
      if (existsSync(binary)) return binary
    } catch {
      // not installed for this platform
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
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\nRun "npm ci" again.\n`)
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
      'Run "npm ci" again without --omit=optional, or install Node 24 and try again.\n',
  )
  process.exit(1)
}
