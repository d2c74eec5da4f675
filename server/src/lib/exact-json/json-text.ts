/** JSON text that is sent unchanged in a response or a problem. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Used only for comparing and hashing: returns the text, not the parsed value. */
  toJSON(): string {
    return this.text
  }
}

/** Like JSON.stringify, but writes `JsonText` unchanged. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (value === null || typeof value !== 'object' || value instanceof Date) {
    return JSON.stringify(value) ?? 'null'
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`
}
