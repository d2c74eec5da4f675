import type { Size } from '../frame-geometry.ts'
import type { PaintedStroke } from './strokes.ts'

/** The painted area of an image. */
export interface PaintedArea extends Size {
  strokes: PaintedStroke[]
}

/** Where the painted area of a sent request is kept, to use it again. */
export const placeOfArea = (taskId: string): string => `area of ${taskId}`

/** The area as a mask in base64: white where it is painted, black elsewhere. */
export function drawMask({ width, height, strokes }: PaintedArea): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('Your browser cannot draw an image of this size.')
  drawing.fillRect(0, 0, width, height)
  drawing.strokeStyle = '#fff'
  drawing.lineCap = 'round'
  drawing.lineJoin = 'round'
  for (const stroke of strokes) {
    const [first = [0, 0], ...rest] = stroke.points
    drawing.lineWidth = stroke.width
    drawing.beginPath()
    drawing.moveTo(...first)
    // A dot is a line to its own start.
    for (const point of rest.length > 0 ? rest : [first]) drawing.lineTo(...point)
    drawing.stroke()
  }
  const [, base64 = ''] = canvas.toDataURL('image/png').split(',')
  if (!base64) throw new Error('Your browser cannot draw an image of this size.')
  return base64
}
