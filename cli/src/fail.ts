import { ConfigError } from '@atelier/server/config.ts'
import { EngineError } from '@atelier/server/engines/engine-error.ts'
import { Problem } from '@atelier/server/http/problem.ts'
import { CommanderError } from 'commander'
import { explainDatabaseError } from './database-errors.ts'
import { NotReady, ServerRefused } from './errors.ts'
import { exitCode } from './exit-codes.ts'
import { printJson } from './output.ts'

interface Failure {
  code: string
  message: string
  exitCode: number
}

/** Ends the process with a message that a person can act on, and a code by the kind of failure. */
export function fail(error: unknown, json: boolean): never {
  // Help and version are thrown too, once they have been shown.
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(exitCode.done)
  const failure = describe(error)
  if (json) printJson({ error: { code: failure.code, message: failure.message } })
  // The mistakes that commander finds, it has written itself, with the help.
  else if (!(error instanceof CommanderError)) process.stderr.write(`${failure.message}\n`)
  process.exit(failure.exitCode)
}

function describe(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return { code: 'bad_usage', message: usageMessage(error), exitCode: exitCode.misused }
  }
  if (error instanceof ConfigError) {
    return { code: 'bad_configuration', message: error.message, exitCode: exitCode.misused }
  }
  if (error instanceof Problem) {
    const code = error.status === 404 ? exitCode.notFound : exitCode.refused
    return { code: error.code, message: error.detail, exitCode: code }
  }
  if (error instanceof NotReady) {
    return { code: 'not_ready', message: error.message, exitCode: exitCode.failed }
  }
  if (error instanceof ServerRefused) {
    const code = error.status === 404 ? exitCode.notFound : exitCode.refused
    return { code: error.code, message: error.message, exitCode: code }
  }
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, exitCode: exitCode.refused }
  }
  const explained = explainDatabaseError(error)
  if (explained) {
    const message = `${explained.found} ${explained.mend}`
    return { code: 'database_unavailable', message: withAdvice(message), exitCode: exitCode.failed }
  }
  const message = withAdvice(error instanceof Error ? error.message : String(error))
  return { code: codeOf(error), message, exitCode: exitCode.failed }
}

function usageMessage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing. See them with: atelier --help'
  return message.replace(/^error: /, '')
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code.toLowerCase() : 'failed'
}

/** What nobody foresaw is most often the machine: a full disk, a folder or a table that is closed. */
function withAdvice(message: string): string {
  return `${message}\nTo see what is wrong with this installation: atelier doctor`
}
