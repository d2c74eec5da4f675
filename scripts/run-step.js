import { spawn } from 'node:child_process'
import { styleText } from 'node:util'

/** Runs a command quietly. Prints one line when it passes and its whole output when it fails. */
export async function runStep([name, command, args]) {
  const startedAt = Date.now()
  const { code, output } = await runCaptured(command, args)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const mark = code === 0 ? styleText('green', '✓') : styleText('red', '✗')
  process.stdout.write(`${mark} ${name} (${seconds} s)\n${code === 0 ? '' : output}`)
  return code === 0
}

/** Runs all steps one after another, and returns the names of those that failed. */
export async function runSteps(steps) {
  const failed = []
  for (const step of steps) if (!(await runStep(step))) failed.push(step[0])
  return failed
}

function runCaptured(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: `${cannotStart(command, error)}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a command that prints its own output, and returns its exit code. */
export function runVisible(command, args, env, onStart) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('spawn', () => onStart(child))
    child.on('error', (error) => {
      process.stdout.write(`${cannotStart(command, error)}\n`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** The commands are in node_modules/.bin, which npm puts on the path. */
function cannotStart(command, error) {
  return `Cannot start ${command}: ${error.message}. Run this script through npm.`
}
