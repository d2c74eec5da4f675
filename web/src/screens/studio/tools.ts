import type {
  BlurBackgroundBody,
  BlurFacesBody,
  ConvertFormatBody,
  FillImageBody,
  FindFacesBody,
  OutpaintImageBody,
  ReadTextBody,
  RemoveBackgroundBody,
  ReplaceBackgroundBody,
  RestoreImageBody,
  SmartCropBody,
  SubmittedTask,
  UpscaleImageBody,
} from '@atelier/sdk'
import {
  Crop,
  Expand,
  FileImage,
  Focus,
  ImageOff,
  ImageUpscale,
  Layers,
  type LucideIcon,
  PaintRoller,
  ScanFace,
  ScanText,
  Sparkles,
  VenetianMask,
} from 'lucide-react'
import { api } from '../../app/api.ts'
import { drawMask, type PaintedArea } from './brush/draw-mask.ts'

type WithoutImage<Body> = Omit<Body, 'image_url'>

/** The settings of each tool: its request body without the image. */
export interface ToolSettings {
  'remove-background': WithoutImage<RemoveBackgroundBody>
  'image-outpainting': WithoutImage<OutpaintImageBody>
  'replace-background': WithoutImage<ReplaceBackgroundBody>
  'blur-background': WithoutImage<BlurBackgroundBody>
  upscale: WithoutImage<UpscaleImageBody>
  'convert-format': WithoutImage<ConvertFormatBody>
  'generative-fill': Omit<WithoutImage<FillImageBody>, 'mask_base64'> & { area?: PaintedArea }
  'restore-image': WithoutImage<RestoreImageBody>
  'smart-crop': WithoutImage<SmartCropBody>
  'blur-faces': WithoutImage<BlurFacesBody>
  'read-text': WithoutImage<ReadTextBody>
  'find-faces': WithoutImage<FindFacesBody>
}

export type ToolId = keyof ToolSettings
export type Settings = ToolSettings[ToolId]

interface Tool<Id extends ToolId = ToolId> {
  id: Id
  title: string
  /** One line that says what it does. */
  summary: string
  icon: LucideIcon
  /** The button label. */
  action: string
  /** It only looks at the image and makes no new one. */
  isReader?: true
  initial: ToolSettings[Id]
  submit(picture: string, settings: ToolSettings[Id]): Promise<SubmittedTask>
}

export const usualPrompt = 'Continue the image naturally'

export const tools: { [Id in ToolId]: Tool<Id> } = {
  'remove-background': {
    id: 'remove-background',
    title: 'Remove background',
    summary: 'Cuts out the subject',
    icon: ImageOff,
    action: 'Remove background',
    initial: { magic_crop: false, output_format: 'png' },
    submit: (image_url, settings) => api.images.removeBackground({ image_url, ...settings }),
  },
  'image-outpainting': {
    id: 'image-outpainting',
    title: 'Outpaint',
    summary: 'Extends the image beyond its edges',
    icon: Expand,
    action: 'Outpaint',
    initial: { extend: {}, prompt: usualPrompt, count: 4 },
    // The API requires a prompt, also for an engine that reads none.
    submit: (image_url, settings) =>
      api.images.outpaint({ image_url, ...settings, prompt: settings.prompt || usualPrompt }),
  },
  'replace-background': {
    id: 'replace-background',
    title: 'Replace background',
    summary: 'Puts a colour or another image behind the subject',
    icon: Layers,
    action: 'Replace background',
    initial: { background_color: '#ffffff', output_format: 'png' },
    submit: (image_url, settings) => api.images.replaceBackground({ image_url, ...settings }),
  },
  'blur-background': {
    id: 'blur-background',
    title: 'Blur background',
    summary: 'Keeps only the subject sharp',
    icon: Focus,
    action: 'Blur background',
    initial: { radius: 20, output_format: 'png' },
    submit: (image_url, settings) => api.images.blurBackground({ image_url, ...settings }),
  },
  upscale: {
    id: 'upscale',
    title: 'Upscale',
    summary: 'Enlarges the image with sharp edges and texture',
    icon: ImageUpscale,
    action: 'Upscale',
    initial: { factor: 2, output_format: 'png' },
    submit: (image_url, settings) => api.images.upscale({ image_url, ...settings }),
  },
  'convert-format': {
    id: 'convert-format',
    title: 'Convert',
    summary: 'PNG, JPEG, WebP or AVIF',
    icon: FileImage,
    action: 'Convert',
    initial: { output_format: 'webp' },
    submit: (image_url, settings) => api.images.convertFormat({ image_url, ...settings }),
  },
  'generative-fill': {
    id: 'generative-fill',
    title: 'Fill',
    summary: 'Removes or replaces what you paint over',
    icon: PaintRoller,
    action: 'Fill',
    initial: { count: 4 },
    submit: async (image_url, { area, ...settings }) => {
      if (settings.mask_url !== undefined) return api.images.fill({ image_url, ...settings })
      if (!area?.strokes.length) throw new Error('Paint over the area to fill first.')
      return api.images.fill({ image_url, ...settings, mask_base64: drawMask(area) })
    },
  },
  'smart-crop': {
    id: 'smart-crop',
    title: 'Smart crop',
    summary: 'Crops to a shape around faces or the subject',
    icon: Crop,
    action: 'Crop',
    initial: { aspect_ratio: '1:1', output_format: 'png' },
    submit: (image_url, settings) => api.images.smartCrop({ image_url, ...settings }),
  },
  'restore-image': {
    id: 'restore-image',
    title: 'Restore',
    summary: 'Cleans up a photo without inventing detail',
    icon: Sparkles,
    action: 'Restore',
    initial: { scale: 1 },
    submit: (image_url, settings) => api.images.restore({ image_url, ...settings }),
  },
  'blur-faces': {
    id: 'blur-faces',
    title: 'Blur faces',
    summary: 'Makes faces unrecognisable',
    icon: VenetianMask,
    action: 'Blur faces',
    initial: { style: 'blur', output_format: 'png' },
    submit: (image_url, settings) => api.images.blurFaces({ image_url, ...settings }),
  },
  'read-text': {
    id: 'read-text',
    title: 'Read text',
    summary: 'Reads the text in the image, in English or Chinese',
    icon: ScanText,
    action: 'Read text',
    isReader: true,
    initial: {},
    submit: (image_url, settings) => api.images.readText({ image_url, ...settings }),
  },
  'find-faces': {
    id: 'find-faces',
    title: 'Find faces',
    summary: 'Shows where faces are. It does not recognise people',
    icon: ScanFace,
    action: 'Find faces',
    isReader: true,
    initial: {},
    submit: (image_url, settings) => api.images.findFaces({ image_url, ...settings }),
  },
}

export const toolIds = Object.keys(tools) as ToolId[]

export const isTool = (kind: unknown): kind is ToolId =>
  typeof kind === 'string' && Object.hasOwn(tools, kind)

/** Whether tasks of this kind have facts as their result, and no image. */
export const isReader = (kind: string): boolean => isTool(kind) && tools[kind].isReader === true

export function nameOfKind(kind: string): string {
  return isTool(kind) ? tools[kind].title : kind
}
