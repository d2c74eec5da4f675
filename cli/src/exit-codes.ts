/** Every code that `atelier` ends with. The help is made from this table. */
export const exitCode = {
  done: 0,
  failed: 1,
  misused: 2,
  refused: 3,
  notFound: 4,
  stoppedAtOnce: 130,
} as const

const meanings: Record<keyof typeof exitCode, string> = {
  done: 'done',
  failed: 'something failed, or doctor found a problem',
  misused: 'the command line or the configuration is wrong; nothing was done',
  refused: 'refused: a value is not valid, or not allowed',
  notFound: 'what was named does not exist',
  stoppedAtOnce: 'stopped without waiting, by a second Ctrl-C',
}

export function exitCodesHelp(): string {
  const names = Object.keys(meanings) as (keyof typeof exitCode)[]
  const lines = names.map((name) => `  ${String(exitCode[name]).padEnd(5)}${meanings[name]}`)
  return `\nExit codes:\n${lines.join('\n')}`
}
