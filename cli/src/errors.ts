import { exitCode } from './exit-codes.ts'

/** The installation works, but something has to be done first; the message says what. */
export class NotReady extends Error {}

/** Ends the command with its own exit code and a message that says what happened. */
export class CommandError extends Error {
  readonly exitCode: number
  /** For programs. */
  readonly code: string

  constructor(code: string, exitCode: number, message: string) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

export const misused = (message: string) => new CommandError('bad_usage', exitCode.misused, message)

export const notSignedIn = (message: string) =>
  new CommandError('not_signed_in', exitCode.notAllowed, message)

export const notFound = (message: string) =>
  new CommandError('not_found', exitCode.notFound, message)

/** The message has already been printed; only the exit code is left. */
export class SilentExit extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super('told')
    this.exitCode = exitCode
  }
}
