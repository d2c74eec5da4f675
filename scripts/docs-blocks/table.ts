/** A Markdown table. Cells may contain Markdown, but no line breaks. */
export function table(head: string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

export const code = (text: string) => `\`${text}\``

/** 12345 as `12,345`. */
export const count = (value: number) => value.toLocaleString('en-US')
