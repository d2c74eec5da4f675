import {
  BlurFacesResult,
  FindFacesResult,
  ReadTextResult,
  SmartCropResult,
} from './result-schemas.ts'
import { BlurFacesBody, LookBody, SmartCropBody } from './schemas.ts'
import { submitTool } from './submit-tool.ts'
import { tool } from './tool-operation.ts'

const image_url = 'https://example.com/photo.jpg'

/** Tools that look for text and faces. */
export function lookToolRoutes() {
  return [
    tool({
      id: 'readText',
      name: 'read-text',
      summary: 'Read the text of an image',
      description:
        'Finds lines of text at any angle and returns them in reading order, with box and confidence. Knows English and Chinese; accents such as ü are read as plain letters. An image without text is a SUCCESS with no lines.',
      body: LookBody,
      result: ReadTextResult,
      example: { image_url },
      submit: (deps, actor, body) => submitTool(deps, actor, 'read-text', body),
    }),
    tool({
      id: 'findFaces',
      name: 'find-faces',
      summary: 'Find the faces in an image',
      description:
        'Returns boxes, landmarks and scores. It does not recognise people, and stores nothing about them. An image without faces is a SUCCESS with no faces.',
      body: LookBody,
      result: FindFacesResult,
      example: { image_url },
      submit: (deps, actor, body) => submitTool(deps, actor, 'find-faces', body),
    }),
    tool({
      id: 'blurFaces',
      name: 'blur-faces',
      summary: 'Make the faces in an image unrecognisable',
      description:
        'Averages each face to a few colours before it is blurred, so the original cannot be recovered. The result lists the faces; a warning says if there were none.',
      body: BlurFacesBody,
      result: BlurFacesResult,
      example: { image_url, style: 'pixelate' },
      submit: (deps, actor, body) => submitTool(deps, actor, 'blur-faces', body),
    }),
    tool({
      id: 'smartCrop',
      name: 'smart-crop',
      summary: 'Crop an image to an aspect ratio around faces or the subject',
      description:
        'Keeps the largest part that has the aspect ratio, placed so that it shows most faces and cuts none. Without faces it shows the subject, and without a subject the centre.',
      body: SmartCropBody,
      result: SmartCropResult,
      example: { image_url, aspect_ratio: '4:5' },
      submit: (deps, actor, body) => submitTool(deps, actor, 'smart-crop', body),
    }),
  ]
}
