import { EngineError } from '../engine-error.ts'

export interface Colour {
  r: number
  g: number
  b: number
  /** 0 to 1, as sharp wants it. */
  alpha: number
}

/** Reads `#rgb`, `#rrggbb` and `#rrggbbaa`. */
export function readColour(text: string, field: string): Colour {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const digits = short ? short.slice(1).map((digit) => digit + digit) : pairs(text)
  if (!digits) {
    throw new EngineError('bad_colour', 'A colour is written #rgb, #rrggbb or #rrggbbaa.', {
      field,
    })
  }
  const [r = 0, g = 0, b = 0, a = 255] = digits.map((pair) => Number.parseInt(pair, 16))
  return { r, g, b, alpha: a / 255 }
}

function pairs(text: string): string[] | undefined {
  return /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)
    ? (text.match(/[0-9a-f]{2}/gi) ?? [])
    : undefined
}
