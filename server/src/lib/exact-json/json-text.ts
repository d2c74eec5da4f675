/** JSON that is sent as it stands, in a reply or a problem. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** For whoever only compares or hashes: the text, not what it means. */
  toJSON(): string {
    return this.text
  }
}

/** As JSON.stringify, but for what is JSON text already. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (value === null || typeof value !== 'object' || value instanceof Date) {
    return JSON.stringify(value) ?? 'null'
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`
}
