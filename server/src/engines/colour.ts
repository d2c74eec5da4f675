import { EngineError } from './engine-error.ts'

export interface Colour {
  red: number
  green: number
  blue: number
  /** 0 to 255. */
  alpha: number
}

export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 255 }

/** `#rgb`, `#rrggbb` or `#rrggbbaa`; the `#` may be missing. */
export function hexColour(text: string, field: string): Colour {
  if (!/^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) {
    const message = 'The colour must be #rgb, #rrggbb or #rrggbbaa.'
    throw new EngineError('bad_colour', message, { field })
  }
  const given = text.replace('#', '')
  const digits = given.length === 3 ? [...given].map((d) => d + d).join('') : given
  const byte = (at: number) => Number.parseInt(digits.slice(at, at + 2) || 'ff', 16)
  return { red: byte(0), green: byte(2), blue: byte(4), alpha: byte(6) }
}

/** Composites a semi-transparent colour on white. */
export function onWhite({ red, green, blue, alpha }: Colour): Colour {
  const seen = (value: number) => Math.round(255 + ((value - 255) * alpha) / 255)
  return { red: seen(red), green: seen(green), blue: seen(blue), alpha: 255 }
}

/** Converts to the colour format that sharp expects. */
export function forSharp({ red, green, blue, alpha }: Colour) {
  return { r: red, g: green, b: blue, alpha: alpha / 255 }
}
