import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Columns of the terminal; as many as are wanted where the output goes elsewhere. */
export function screenWidth(): number {
  return process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY
}

/** Colour only on a terminal, and not with NO_COLOR: styleText sees to both. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout })
}
