/** JSON for machines, text for people. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  if (json) printJson(data)
  else process.stdout.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
}

/** Names come from other people: they must not control the terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '�')
}
