import type {
  BlurBackgroundBody,
  ConvertFormatBody,
  OutpaintImageBody,
  RemoveBackgroundBody,
  ReplaceBackgroundBody,
  SubmittedTask,
  UpscaleImageBody,
} from '@atelier/sdk'
import {
  Expand,
  FileImage,
  Focus,
  ImageOff,
  ImageUpscale,
  Layers,
  type LucideIcon,
} from 'lucide-react'
import { api } from '../../app/api.ts'

type WithoutImage<Body> = Omit<Body, 'image_url'>

/** The settings of each tool: its request body without the image. */
export interface ToolSettings {
  'remove-background': WithoutImage<RemoveBackgroundBody>
  'image-outpainting': WithoutImage<OutpaintImageBody>
  'replace-background': WithoutImage<ReplaceBackgroundBody>
  'blur-background': WithoutImage<BlurBackgroundBody>
  upscale: WithoutImage<UpscaleImageBody>
  'convert-format': WithoutImage<ConvertFormatBody>
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
}

/** Tools of agents and workflows; the studio only shows their results. */
const others: Record<string, string> = { 'generative-fill': 'Fill' }

export const toolIds = Object.keys(tools) as ToolId[]

export const isTool = (kind: unknown): kind is ToolId =>
  typeof kind === 'string' && Object.hasOwn(tools, kind)

/** Whether the studio shows tasks of this kind. */
export const isPictureTask = (kind: string): boolean => isTool(kind) || kind in others

export function nameOfKind(kind: string): string {
  return isTool(kind) ? tools[kind].title : (others[kind] ?? kind)
}
