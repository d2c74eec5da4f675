import { EngineError } from '../engine-error.ts'

export interface VideoRequest {
  scenes: VideoScene[]
  /** Both must be even, because the encoding halves the colour resolution. */
  width: number
  height: number
  fps: number
  captions: boolean
  /** `#rrggbb`: behind transparent images, and for scenes without an image. */
  background: string
  outputPath: string
  thumbnailPath: string
}

export interface VideoScene {
  imagePath?: string
  /** Shown if there is no image. */
  title?: string
  /** A WAV file from the speech engine. */
  narrationPath?: string
  /** Times are relative to the start of the narration. */
  sentences?: Sentence[]
  durationMs?: number
}

export interface Sentence {
  text: string
  startMs: number
  endMs: number
}

export interface VideoResult {
  durationMs: number
  width: number
  height: number
  contentType: 'video/mp4'
  /** `h264`, or `vp9` if the installed FFmpeg has no H.264 encoder. */
  codec: string
  hasAudio: boolean
  warnings: string[]
}

export const maxScenes = 50
export const maxTotalMs = 15 * 60_000
const minSceneMs = 500
const sides = { min: 64, max: 1920 }
const rates = { min: 12, max: 60 }

export function requireVideoRequest({
  scenes,
  width,
  height,
  fps,
  background,
}: VideoRequest): void {
  if (scenes.length < 1 || scenes.length > maxScenes) {
    throw refused(
      'scenes',
      `A video must have 1 to ${maxScenes} scenes; this one has ${scenes.length}.`,
    )
  }
  for (const [field, side] of Object.entries({ width, height })) {
    if (isWholeWithin(side, sides) && side % 2 === 0) continue
    throw refused(
      field,
      `The ${field} must be an even number of pixels from ${sides.min} to ${sides.max}.`,
    )
  }
  if (!isWholeWithin(fps, rates)) {
    throw refused(
      'fps',
      `The frame rate must be a whole number from ${rates.min} to ${rates.max} frames per second.`,
    )
  }
  if (!/^#[0-9a-f]{6}$/i.test(background)) {
    throw refused('background', 'The background must be a colour in the form #rrggbb.')
  }
  for (const [index, { durationMs }] of scenes.entries()) {
    if (durationMs === undefined || isWholeWithin(durationMs, { min: minSceneMs, max: maxTotalMs }))
      continue
    throw refused(
      sceneField(index, 'durationMs'),
      `A scene must last ${minSceneMs} to ${maxTotalMs} milliseconds.`,
    )
  }
}

export function requireTotalLength(totalMs: number): void {
  if (totalMs <= maxTotalMs) return
  const minutes = (totalMs / 60_000).toFixed(1)
  throw refused(
    'scenes',
    `A video can last at most ${maxTotalMs / 60_000} minutes; these scenes take ${minutes}. Remove some, or create two videos.`,
  )
}

/** The path as the client writes it. Scenes are numbered from 0. */
export function sceneField(index: number, name: string): string {
  return `scenes.${index}.${name}`
}

function isWholeWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function refused(field: string, message: string): EngineError {
  return new EngineError('video_invalid', message, { field })
}
