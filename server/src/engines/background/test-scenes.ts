/** Images with a known cut-out, drawn for tests. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Models } from './segment.ts'

/**
 * Two 300-byte models that replace the real ones in tests where finding the subject isn't the
 * point: one 1×1 convolution and a clip. The first detects pixels redder than green (0.853·(red −
 * green) + 0.467), the second pixels bluer than red.
 */
const redKey =
  'CAg6xwEKFgoFaW5wdXQKAXcKAWISAWMiBENvbnYKGQoBYwoCbG8KAmhpEgZvdXRwdXQiBENsaXASA2tleSobCAEIAwgBCAEQAUIBd0oMNV5aPzVeWr8AAAAAKg0IARABQgFiSgRN8+4+KgwQAUICbG9KBAAAAAAqDBABQgJoaUoEAACAP1ohCgVpbnB1dBIYChYIARISCgIIAQoCCAMKAwiACAoDCIAIYiIKBm91dHB1dBIYChYIARISCgIIAQoCCAEKAwiACAoDCIAIQgIQDQ=='
const blueKey =
  'CAg6xwEKGAoHaW5wdXQuMQoBdwoBYhIBYyIEQ29udgoXCgFjCgJsbwoCaGkSBDE5NTkiBENsaXASA2tleSobCAEIAwgBCAEQAUIBd0oMO9+vvgAAAADNzKw+Kg0IARABQgFiSgQhsPK9KgwQAUICbG9KBAAAAAAqDBABQgJoaUoEAACAP1ojCgdpbnB1dC4xEhgKFggBEhIKAggBCgIIAwoDCMACCgMIwAJiIAoEMTk1ORIYChYIARISCgIIAQoCCAEKAwjAAgoDCMACQgIQDQ=='

export async function keyModels(folder: string): Promise<Models> {
  const models = { isnet: join(folder, 'red-key.onnx'), u2netp: join(folder, 'blue-key.onnx') }
  await writeFile(models.isnet, Buffer.from(redKey, 'base64'))
  await writeFile(models.u2netp, Buffer.from(blueKey, 'base64'))
  return models
}

export interface Scene {
  width: number
  height: number
  /** RGB. */
  pixels: Uint8Array
  /** The true cut-out, 0 to 255 for each pixel. */
  alpha: Uint8Array
  /** RGB of the subject alone, where it is visible. */
  subject: Uint8Array
}

/** Draws the subject on the background. Both are SVG fragments. */
export async function drawScene(
  width: number,
  height: number,
  subjectSvg: string,
  backgroundSvg: string,
): Promise<Scene> {
  const subject = await render(width, height, subjectSvg)
  const background = await render(width, height, backgroundSvg)
  const count = width * height
  const scene = {
    width,
    height,
    pixels: new Uint8Array(count * 3),
    alpha: new Uint8Array(count),
    subject: new Uint8Array(count * 3),
  }
  for (let at = 0; at < count; at++) {
    const opacity = subject[at * 4 + 3] ?? 0
    scene.alpha[at] = opacity
    for (let channel = 0; channel < 3; channel++) {
      const over = subject[at * 4 + channel] ?? 0
      const under = background[at * 4 + channel] ?? 0
      scene.subject[at * 3 + channel] = over
      const mixed = (over * opacity + under * (255 - opacity)) / 255
      scene.pixels[at * 3 + channel] = Math.round(mixed)
    }
  }
  return scene
}

async function render(width: number, height: number, inside: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
}

export function toImage({ pixels, width, height }: Scene) {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Grainy red on grainy green, which the key models can tell apart. */
export function redOnGreen(width: number, height: number, shape: string): Promise<Scene> {
  const grain = (id: string, red: number, green: number, blue: number) => `
    <filter id="${id}" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.2" numOctaves="2" seed="5"/>
      <feColorMatrix values="0.12 0 0 0 ${red / 255}  0 0.12 0 0 ${green / 255}  0 0 0.2 0 ${blue / 255}  0 0 0 0 1"/>
    </filter>`
  const subject = `${grain('red', 215, 5, 40)}
    <mask id="shape"><g fill="#fff" stroke="#fff" stroke-width="0">${shape}</g></mask>
    <g mask="url(#shape)"><rect width="100%" height="100%" filter="url(#red)"/></g>`
  const background = `${grain('green', 5, 205, 40)}<rect width="100%" height="100%" filter="url(#green)"/>`
  return drawScene(width, height, subject, background)
}

/** Intersection over union of two cut-outs, each thresholded at one half. */
export function intersectionOverUnion(one: Uint8Array, other: Uint8Array): number {
  let both = 0
  let either = 0
  for (let at = 0; at < one.length; at++) {
    const inOne = (one[at] ?? 0) >= 128
    const inOther = (other[at] ?? 0) >= 128
    if (inOne && inOther) both++
    if (inOne || inOther) either++
  }
  return both / either
}

/**
 * How much of the old background shows through at the border, 0 to 255. Over all pixels where the
 * image really mixes both, it measures how far the cut-out's colour differs from the subject's own,
 * weighted by opacity.
 */
export function fringe(rgba: Uint8Array, scene: Scene): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < scene.alpha.length; at++) {
    const truth = scene.alpha[at] ?? 0
    // Where the subject is almost transparent, the drawing's own colour is too coarse to compare.
    if (truth < 32 || truth > 224) continue
    count++
    const opacity = (rgba[at * 4 + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) {
      const difference = (rgba[at * 4 + channel] ?? 0) - (scene.subject[at * 3 + channel] ?? 0)
      sum += (opacity * Math.abs(difference)) / 3
    }
  }
  return sum / Math.max(1, count)
}

/** The same cut-out with the image's original colours, as if no background were removed. */
export function withSourceColours(rgba: Uint8Array, { pixels }: Scene): Uint8Array {
  const out = Uint8Array.from(rgba)
  for (let at = 0; at < out.length / 4; at++) {
    out.set(pixels.subarray(at * 3, at * 3 + 3), at * 4)
  }
  return out
}

/** Counts solid pixels, changed solid pixels, and empty pixels that aren't black. */
export function compareWithSource(rgba: Uint8Array, { pixels }: Scene) {
  const counts = { solid: 0, changed: 0, notBlack: 0 }
  for (let at = 0; at < rgba.length / 4; at++) {
    const [red, green, blue] = [rgba[at * 4], rgba[at * 4 + 1], rgba[at * 4 + 2]]
    const opacity = rgba[at * 4 + 3]
    if (opacity === 0 && (red || green || blue)) counts.notBlack++
    if (opacity !== 255) continue
    counts.solid++
    const same =
      red === pixels[at * 3] && green === pixels[at * 3 + 1] && blue === pixels[at * 3 + 2]
    if (!same) counts.changed++
  }
  return counts
}
