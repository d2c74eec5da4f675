import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
// @ts-expect-error it comes without types
import opentype from 'opentype.js'

/** The parts of opentype.js that we use. */
interface OpenTypeFont {
  unitsPerEm: number
  charToGlyphIndex(character: string): number
  glyphs: { get(index: number): OpenTypeGlyph }
  getKerningValue(left: OpenTypeGlyph, right: OpenTypeGlyph): number
}
interface OpenTypeGlyph {
  advanceWidth: number
  getPath(x: number, y: number, size: number): { commands: PathCommand[] }
}
interface PathCommand {
  type: 'M' | 'L' | 'Q' | 'C' | 'Z'
  x?: number
  y?: number
  x1?: number
  y1?: number
  x2?: number
  y2?: number
}

/** A glyph of a font, measured in ems. */
export interface Glyph {
  advanceEm: number
  pathAt(x: number, y: number, sizePx: number): string
  /** Kerning adjustment before the next glyph. */
  kerningEm(next: Glyph): number
}

export interface CaptionFont {
  chooseGlyph(character: string): Glyph | undefined
}

/**
 * Inter, in the subsets of its package. Captions are drawn as paths, because a bare machine has no
 * fonts and the result should not depend on the machine.
 */
const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']

const require = createRequire(import.meta.url)

export async function loadCaptionFont(): Promise<CaptionFont> {
  const folder = dirname(require.resolve('@fontsource/inter/package.json'))
  const fonts = await Promise.all(
    parts.map(async (part) => {
      const bytes = await readFile(join(folder, 'files', `inter-${part}-600-normal.woff`))
      const { buffer, byteOffset, length } = bytes
      return opentype.parse(buffer.slice(byteOffset, byteOffset + length)) as OpenTypeFont
    }),
  )
  const known = new Map<string, Glyph | undefined>()
  return {
    chooseGlyph(character) {
      if (!known.has(character)) known.set(character, findGlyph(fonts, character))
      return known.get(character)
    },
  }
}

function findGlyph(fonts: OpenTypeFont[], character: string): Glyph | undefined {
  for (const font of fonts) {
    const index = font.charToGlyphIndex(character)
    if (index !== 0) return buildGlyph(font, font.glyphs.get(index))
  }
  return undefined
}

const shapes = new WeakMap<Glyph, { font: OpenTypeFont; shape: OpenTypeGlyph }>()

function buildGlyph(font: OpenTypeFont, shape: OpenTypeGlyph): Glyph {
  const glyph: Glyph = {
    advanceEm: shape.advanceWidth / font.unitsPerEm,
    pathAt: (x, y, sizePx) => shape.getPath(x, y, sizePx).commands.map(writeCommand).join(''),
    kerningEm(next) {
      const other = shapes.get(next)
      if (other?.font !== font) return 0
      return font.getKerningValue(shape, other.shape) / font.unitsPerEm
    },
  }
  shapes.set(glyph, { font, shape })
  return glyph
}

/**
 * opentype.js 2.0.0 has `toPathData`, but it writes NaN for coordinates such as 575.00000001, and the
 * rest of the text would not be drawn.
 */
function writeCommand({ type, x1, y1, x2, y2, x, y }: PathCommand): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined)
  return `${type}${numbers.map((value) => value.toFixed(2)).join(' ')}`
}
