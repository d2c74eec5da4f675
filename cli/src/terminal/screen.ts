import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** The columns of the terminal; unlimited if the output isn't a terminal. */
export function screenWidth(): number {
  return process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY
}

/** Colours only on a terminal, and not with NO_COLOR: styleText handles both. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout })
}
