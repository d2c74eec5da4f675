import { ConfigError } from '@atelier/server/config.ts'
import { Problem } from '@atelier/server/http/problem.ts'

/** For machines the JSON, for people the text. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`)
}

/** Ends the process with a message that a person can act on, and a code by the kind of failure. */
export function fail(error: unknown, json: boolean): never {
  const { code, message, exitCode } = describe(error)
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`)
  else process.stderr.write(`${message}\n`)
  process.exit(exitCode)
}

function describe(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof ConfigError)
    return { code: 'bad_configuration', message: error.message, exitCode: 2 }
  if (error instanceof Problem) {
    return { code: error.code, message: error.detail, exitCode: error.status === 404 ? 4 : 3 }
  }
  const code = (error as { code?: string }).code ?? 'failed'
  return { code: String(code), message: messageOf(error), exitCode: 1 }
}

function messageOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED') return 'PostgreSQL does not answer at DATABASE_URL. Is it running?'
  return message || String(error)
}

/** Columns as wide as their widest cell. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
