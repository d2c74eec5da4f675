import type { Region } from '../../../engines/editing/extract-region.ts'
import type { Length, Placement } from '../../../engines/editing/plan-placement.ts'
import { invalid } from '../../../http/problem.ts'
import type { readValues } from '../form-values.ts'
import type { CutOutInput } from './cut-out-task.ts'

type Values = ReturnType<typeof readValues>

/** Megapixels of the result, by size. `full` is limited by the size of the image anyway. */
const megapixels = {
  ...{ preview: 0.25, small: 0.25, regular: 0.25, medium: 1.5, hd: 4 },
  ...{ '4k': 25, full: 25, auto: 25, '50MP': 50 },
}

const formats = ['auto', 'png', 'jpg', 'webp'] as const

/** Parameters that exist but change nothing here; the response lists those that were sent. */
const withoutEffect = [
  'type',
  'type_level',
  'add_shadow',
  'shadow_type',
  'shadow_opacity',
  'semitransparency',
]

export interface CutOutOptions extends Omit<CutOutInput, 'image_url' | 'background_url'> {
  ignored: string[]
}

/** Reads remove.bg's parameters. */
export function parseOptions(values: Values): CutOutOptions {
  const size = values.oneOf(
    'size',
    Object.keys(megapixels) as (keyof typeof megapixels)[],
    'preview',
  )
  const colour = parseColour(values.text('bg_color'))
  const roi = parseRoi(values.text('roi'))
  return {
    layout: parseLayout(values),
    alpha_only: values.oneOf('channels', ['rgba', 'alpha'], 'rgba') === 'alpha',
    max_pixels: megapixels[size] * 1e6,
    format: parseFormat(values),
    storage: 'transient',
    ...(colour !== undefined && { colour }),
    ...(roi && { roi }),
    ignored: withoutEffect.filter((name) => values.text(name) !== undefined),
  }
}

/** `auto` is PNG: a result without transparency would be smaller as JPEG, but not exact. */
function parseFormat(values: Values): CutOutInput['format'] {
  if (values.text('format') === 'zip') {
    throw invalid('format', 'zip is not available here; use png or webp, which have transparency')
  }
  const format = values.oneOf('format', formats, 'auto')
  if (format === 'auto') return 'png'
  return format === 'jpg' ? 'jpeg' : format
}

function parseLayout(values: Values): CutOutInput['layout'] {
  if (values.flag('crop')) return { margins: parseMargins(values.text('crop_margin') ?? '0') }
  const scale = parseScale(values.text('scale'))
  const position = parsePosition(values.text('position'), scale !== undefined)
  return { ...(scale !== undefined && { scale }), ...(position && { position }) }
}

/** One value for all sides, two for top/bottom and left/right, or four from the top clockwise. */
function parseMargins(text: string): NonNullable<Placement['margins']> {
  const [top, right = top, bottom = top, left = right, ...more] = text
    .trim()
    .split(/\s+/)
    .map((part) => parseLength('crop_margin', part))
  if (!top || !right || !bottom || !left || more.length > 0) {
    throw invalid('crop_margin', 'must have one, two or four values such as 30px or 10%')
  }
  return [top, right, bottom, left]
}

function parseRoi(text: string | undefined): Region | undefined {
  if (text === undefined) return undefined
  const corners = text
    .trim()
    .split(/\s+/)
    .map((part) => parseLength('roi', part))
  if (corners.length !== 4) throw invalid('roi', 'must be x1 y1 x2 y2, such as 0% 0% 50% 100%')
  return corners as unknown as Region
}

function parseLength(field: string, text: string): Length {
  const [, number, unit] = /^(\d{1,5}(?:\.\d+)?)(px|%)?$/.exec(text) ?? []
  if (number === undefined) throw invalid(field, 'must be in pixels or percent: 30px or 10%')
  return unit === '%' ? { share: Number(number) / 100 } : { pixels: Number(number) }
}

function parseScale(text: string | undefined): number | undefined {
  if (text === undefined || text === 'original') return undefined
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(text)?.[1] ?? Number.NaN)
  if (percent >= 10 && percent <= 100) return percent / 100
  throw invalid('scale', 'must be original, or from 10% to 100%')
}

function parsePosition(text: string | undefined, isScaled: boolean): Placement['position'] {
  const wanted = text ?? (isScaled ? 'center' : 'original')
  if (wanted === 'original') return undefined
  if (wanted === 'center') return { x: 0.5, y: 0.5 }
  const [, x, y = x] =
    /^(\d{1,3}(?:\.\d+)?)%(?:\s+(\d{1,3}(?:\.\d+)?)%)?$/.exec(wanted.trim()) ?? []
  if (x === undefined || Number(x) > 100 || Number(y) > 100) {
    throw invalid('position', 'must be original, center, or percentages such as 30% 70%')
  }
  return { x: Number(x) / 100, y: Number(y) / 100 }
}

/** With or without #, with or without alpha, or the name of a colour. */
function parseColour(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const name = text.toLowerCase()
  if (Object.hasOwn(colourNames, name)) return colourNames[name]
  const digits = name.replace(/^#/, '')
  if (/^([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return `#${digits}`
  const short = /^[0-9a-f]{4}$/.test(digits)
  if (short) return `#${[...digits].map((digit) => digit + digit).join('')}`
  throw invalid('bg_color', 'must be a hex colour such as 81d4fa or #fff, or a name such as green')
}

/** The basic colours of CSS. */
const colourNames: Readonly<Record<string, string>> = {
  ...{ white: '#ffffff', silver: '#c0c0c0', gray: '#808080', grey: '#808080', black: '#000000' },
  ...{ red: '#ff0000', maroon: '#800000', orange: '#ffa500', yellow: '#ffff00', olive: '#808000' },
  ...{ lime: '#00ff00', green: '#008000', aqua: '#00ffff', cyan: '#00ffff', teal: '#008080' },
  ...{
    blue: '#0000ff',
    navy: '#000080',
    fuchsia: '#ff00ff',
    magenta: '#ff00ff',
    purple: '#800080',
  },
  ...{ pink: '#ffc0cb', brown: '#a52a2a', beige: '#f5f5dc', gold: '#ffd700', violet: '#ee82ee' },
}
