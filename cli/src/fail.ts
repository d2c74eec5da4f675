import { AtelierError, ConnectionError, JobFailed } from '@atelier/sdk/src/errors.ts'
import { CommanderError } from 'commander'
import { explainDatabaseError } from './database-errors.ts'
import { CommandError, NotReady, SilentExit } from './errors.ts'
import { chooseExitCode, exitCode } from './exit-codes.ts'
import { printWholeJson } from './output.ts'
import { fromServerPackage } from './server-errors.ts'

export interface Failure {
  code: string
  message: string
  exitCode: number
  /** More details for programs. */
  more?: Record<string, unknown>
}

/** Prints a failure in words that a person can act on; returns the exit code. */
export function printFailure(error: unknown, json: boolean): number {
  // Help and version are thrown too, after they have been shown.
  if (error instanceof CommanderError && error.exitCode === 0) return exitCode.done
  if (error instanceof SilentExit) return error.exitCode
  const failure = describe(error)
  const { code, message, more } = failure
  if (json) printWholeJson({ error: { code, message, ...more } })
  // Commander has already printed the mistakes that it finds, with the help.
  else if (!(error instanceof CommanderError)) process.stderr.write(`${message}\n`)
  return failure.exitCode
}

function describe(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return { code: 'bad_usage', message: usageMessage(error), exitCode: exitCode.misused }
  }
  if (error instanceof CommandError) {
    return { code: error.code, message: error.message, exitCode: error.exitCode }
  }
  if (error instanceof NotReady) {
    return { code: 'not_ready', message: error.message, exitCode: exitCode.failed }
  }
  return ofServer(error) ?? fromServerPackage(error) ?? unforeseen(error)
}

/** An error response from a server, or no response. */
function ofServer(error: unknown): Failure | undefined {
  if (error instanceof AtelierError) {
    const { status, code, detail, errors, requestId } = error
    const fields = errors
      .map(({ path, message }) => `\n  ${path}: ${message}`)
      .filter((line) => !detail.includes(line.trim()))
      .join('')
    const advice = status === 401 ? '\nSign in with: atelier login' : ''
    return {
      code,
      message: detail + fields + advice,
      exitCode: chooseExitCode(status),
      more: {
        status,
        ...(errors.length > 0 && { errors }),
        ...(requestId && { request_id: requestId }),
        ...('conflicts' in error.problem && { conflicts: error.problem.conflicts }),
      },
    }
  }
  if (error instanceof ConnectionError) {
    const where = error.message.replace(/^\w+: no answer from /, '')
    const message = error.message.includes('no answer from ')
      ? `${where.replace(/ within \d+ ms$/, '')} does not answer. Is the server running?`
      : error.message
    return {
      code: error.isTimeout ? 'timed_out' : 'unreachable',
      message,
      exitCode: exitCode.unreachable,
    }
  }
  if (error instanceof JobFailed) {
    return {
      code: error.errors[0]?.code ?? 'task_failed',
      message: error.message,
      exitCode: exitCode.taskFailed,
    }
  }
  return undefined
}

function unforeseen(error: unknown): Failure {
  const explained = explainDatabaseError(error)
  if (explained) {
    const message = `${explained.found} ${explained.fix}`
    return { code: 'database_unavailable', message: withAdvice(message), exitCode: exitCode.failed }
  }
  const message = withAdvice(error instanceof Error ? error.message : String(error))
  return { code: readCode(error), message, exitCode: exitCode.failed }
}

function usageMessage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing. List commands with: atelier --help'
  return message.replace(/^error: /, '')
}

function readCode(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code.toLowerCase() : 'failed'
}

/** Unexpected errors mostly come from the machine: a full disk, a closed folder or table. */
function withAdvice(message: string): string {
  return `${message}\nTo check this installation, run: atelier doctor`
}
