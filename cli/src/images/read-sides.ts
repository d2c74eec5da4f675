import { misused } from '../errors.ts'
import type { Sides } from './image-worker.ts'

const form = /^(?:(left|right|top|bottom)=)?(\d+(?:\.\d+)?)(%|px)?$/

/**
 * `25%` extends every side by a quarter, `left=200,right=10%` only those two. Percentages are of
 * the width for left and right, of the height for top and bottom.
 */
export function readSides(text: string, image: { width: number; height: number }): Sides {
  const sides: Sides = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const part of text.split(',')) {
    const [, side, amount, unit] = form.exec(part.trim()) ?? []
    if (amount === undefined) {
      throw misused(`--extend: "${text}" is not valid. Use 25%, or left=200,right=10%`)
    }
    const named = side ? [side as keyof Sides] : (Object.keys(sides) as (keyof Sides)[])
    for (const one of named) {
      const whole = one === 'left' || one === 'right' ? image.width : image.height
      sides[one] = Math.round(unit === '%' ? (whole * Number(amount)) / 100 : Number(amount))
    }
  }
  return sides
}
