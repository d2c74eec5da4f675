/** Every exit code of `atelier`. The help is generated from this table. */
export const exitCode = {
  done: 0,
  failed: 1,
  misused: 2,
  refused: 3,
  notFound: 4,
  notAllowed: 5,
  conflict: 6,
  limited: 7,
  unreachable: 8,
  taskFailed: 9,
  expired: 10,
  rejected: 11,
  stoppedAtOnce: 130,
} as const

const meanings: Record<keyof typeof exitCode, string> = {
  done: 'done',
  failed: 'something failed, or doctor found a problem',
  misused: 'the command line or the configuration is wrong; nothing was done',
  refused: 'a value is not valid',
  notFound: 'not found',
  notAllowed: 'not signed in, or not allowed',
  conflict: 'conflict with the current state, or changed in the meantime',
  limited: 'limit reached; try again later',
  unreachable: 'the server does not answer',
  taskFailed: 'the work started, but failed or was cancelled',
  expired: 'timed out: nobody answered, or a question expired',
  rejected: 'a question was answered with "rejected"',
  stoppedAtOnce: 'stopped by Ctrl-C',
}

/** The exit code for the status of a server's response. */
export function chooseExitCode(status: number): number {
  if (status === 401 || status === 403) return exitCode.notAllowed
  if (status === 404 || status === 410) return exitCode.notFound
  if (status === 409 || status === 412) return exitCode.conflict
  if (status === 429) return exitCode.limited
  return status >= 500 ? exitCode.failed : exitCode.refused
}

export function exitCodesHelp(): string {
  const names = Object.keys(meanings) as (keyof typeof exitCode)[]
  const lines = names.map((name) => `  ${String(exitCode[name]).padEnd(5)}${meanings[name]}`)
  return `\nExit codes:\n${lines.join('\n')}`
}
