import { AtelierError } from '@atelier/sdk'

/** The server's error for a field or a part of it: `media.0.url` belongs to `media`. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof AtelierError)) return undefined
  const found = error.errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
  return found && asSentence(found.message)
}

export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
