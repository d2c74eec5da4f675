import { Type } from 'typebox'
import { largestUploadBytes } from '../assets/sign-upload.ts'

/** The parts of a multipart form, for the API document. */
export const FilePart = Type.String({
  contentMediaType: 'application/octet-stream',
  maxLength: largestUploadBytes,
})

/** The longest value of a field, unless an operation says otherwise. */
export const TextPart = Type.String({ maxLength: 65_536 })
