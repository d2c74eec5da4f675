// What "npm test" runs: every check in order, with its time, stopping at the first that fails.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'atelier-check-'))
const report = join(folder, 'vitest.json')

const steps = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['-p', '.']],
  [
    'import rules',
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', 'server/src', 'cli/src', 'sdk/src'],
  ],
  ['dead code', 'knip', ['--no-progress']],
  ['generated files', 'node', ['server/src/generate-openapi.ts', '--check']],
  ['generated files of the SDK', 'node', ['sdk/scripts/generate.ts', '--check']],
  ['tests', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`]],
]

let failed
for (const [name, command, args] of steps) {
  process.stdout.write(`\n── ${name}\n`)
  const startedAt = Date.now()
  const code = await run(command, args)
  process.stdout.write(
    `── ${name}: ${code === 0 ? 'ok' : 'failed'} after ${seconds(startedAt)} s\n`,
  )
  if (code !== 0) {
    failed = name
    break
  }
}

const { passed, broken, skipped } = counts()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(failed ? `\nFailed: ${failed}.\n` : '\nEverything passed.\n')
process.stdout.write(`${passed} passed, ${broken} failed, ${skipped} skipped\n`)
process.exit(failed ? 1 : 0)

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: false })
    child.on('error', (error) => {
      process.stdout.write(
        `${command} cannot be started: ${error.message}. Run it as "npm test".\n`,
      )
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1)
}

function counts() {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    return {
      passed: result.numPassedTests,
      broken: result.numFailedTests,
      skipped: result.numPendingTests,
    }
  } catch {
    return { passed: 0, broken: failed ? 1 : 0, skipped: 0 }
  }
}
