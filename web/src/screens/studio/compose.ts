import type { Box } from './tool-result.ts'

export interface Edit {
  /** The background for transparent areas. */
  backdrop: string | undefined
  crop: Box | undefined
}

export const isEdited = ({ backdrop, crop }: Edit): boolean =>
  backdrop !== undefined || crop !== undefined

/** Renders the image as the stage shows it, as a PNG. */
export async function compose(url: string, { backdrop, crop }: Edit): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const box = crop ?? { left: 0, top: 0, width: image.naturalWidth, height: image.naturalHeight }
  const canvas = document.createElement('canvas')
  canvas.width = box.width
  canvas.height = box.height
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('Your browser cannot draw an image of this size.')
  if (backdrop !== undefined) {
    drawing.fillStyle = backdrop
    drawing.fillRect(0, 0, box.width, box.height)
  }
  drawing.drawImage(image, -box.left, -box.top)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('Your browser cannot save an image of this size.')
  return blob
}
