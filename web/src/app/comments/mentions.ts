/** Maps names picked after an @ to user ids. */
export type Mentions = ReadonlyMap<string, number>

const written = /@\[([^\]\n]+)\]\(user:(\d+)\)/g

/** The form that people type: `@Mia Wong`. */
export function toTyped(comment: string): { text: string; mentions: Mentions } {
  const mentions = new Map<string, number>()
  const text = comment.replaceAll(written, (_, name: string, id: string) => {
    mentions.set(name, Number(id))
    return `@${name}`
  })
  return { text, mentions }
}

/** The API's form: `@[Mia Wong](user:12)`. Longer names first, because Mia is also in Mia Wong. */
export function toWritten(text: string, mentions: Mentions): string {
  const names = [...mentions.keys()].sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const anyName = new RegExp(`@(${names.map((name) => literally(name)).join('|')})`, 'g')
  return text.replaceAll(anyName, (_, name: string) => `@[${name}](user:${mentions.get(name)})`)
}

export interface MentionQuery {
  /** The index of the @. */
  start: number
  term: string
}

/** The text after an @ at the caret, if any. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'.-]{0,30}(?: [\p{L}\p{N}'.-]{0,30})?)$/u.exec(
    text.slice(0, caret),
  )
  const term = found?.[1]
  return term === undefined ? undefined : { start: caret - term.length - 1, term }
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&')
}
