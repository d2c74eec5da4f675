import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Atelier } from '@atelier/sdk/src/index.ts'
import { fileFrom } from '@atelier/sdk/src/node.ts'
import { Command, InvalidArgumentError } from 'commander'
import { withServerOrHere } from '../client/server-or-here.ts'
import { misused } from '../errors.ts'
import { dash } from '../standard-streams.ts'
import { downloadResults, type MediaWork, runOnFile } from './run-media.ts'
import { dataUrl, type MadeImages, outputPath, readImages, writeImages } from './write-images.ts'

interface Options {
  output?: string
  extend?: string
  aspectRatio?: string
  mask?: string
  prompt?: string
  count: number
  seed?: number
}

export function outpaintCommand(): Command {
  return withServerOrHere(new Command('outpaint'))
    .argument('<image>', 'the image, or - for standard input')
    .option(
      '-o, --output <folder>',
      'output folder, or - for standard output (default: next to the image)',
    )
    .option('--extend <sides>', '25% for every side, or left=200,right=10%')
    .option('--aspect-ratio <ratio>', 'extend to an aspect ratio, such as 16:9')
    .option('--mask <file>', 'an image that is white where to generate')
    .option('--prompt <text>', 'what to generate, for engines that read prompts')
    .option('--count <number>', 'number of variations, 1 to 8', whole(1, 8), 1)
    .option('--seed <number>', 'repeats an earlier result', whole(0, 2 ** 31 - 1))
    .addHelpText('after', '\nExample:\n  atelier outpaint photo.jpg --extend 25% -o out/')
    .action(outpaint)
}

async function outpaint(path: string, options: Options, command: Command): Promise<void> {
  const { extend, aspectRatio, mask, count } = options
  const ways = [extend, aspectRatio, mask].filter((way) => way !== undefined)
  if (ways.length !== 1) command.error('Give exactly one of --extend, --aspect-ratio and --mask.')
  const output = options.output ?? (path === dash ? dash : undefined)
  if (output === dash && count > 1) command.error('Standard output takes one image: --count 1.')
  // Reports invalid input before any work starts.
  if (extend !== undefined) readSides(extend, { width: 0, height: 0 })
  const made = await runOnFile(command, { path, kind: 'image' }, (file) =>
    extendImage(file, options),
  )
  await writeImages(made, command, (index) => {
    const ending = `-outpainted${count > 1 ? `-${index + 1}` : ''}.png`
    return output === dash ? dash : outputPath(path, ending, output)
  })
}

function extendImage(imagePath: string, options: Options): MediaWork<MadeImages> {
  const { extend, aspectRatio, mask, prompt, count, seed } = options
  return {
    onServer: async (client, bar) => {
      const image = await sendImage(client, imagePath, extend?.includes('%') ?? false)
      try {
        const submitted = await client.images.outpaint({
          image_url: image.url,
          ...(mask !== undefined && { mask_url: await dataUrl(mask) }),
          ...(extend !== undefined && { extend: readSides(extend, image) }),
          ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
          prompt: prompt ?? 'Continue the image naturally',
          count,
          ...(seed !== undefined && { seed }),
          storage: 'transient',
        })
        return readImages(await downloadResults(client, submitted, bar))
      } finally {
        await image.remove()
      }
    },
    here: async ({ engines, folder }, follow) => {
      const { decodeImage } = await import('@atelier/server/engines/decode-image.ts')
      const { results, engine, warnings } = await engines.outpaint(
        {
          imagePath,
          outputPath: join(folder, 'result'),
          count,
          ...(seed !== undefined && { seed }),
          ...(mask !== undefined && { maskPath: mask }),
          ...(extend !== undefined && {
            extend: readSides(extend, await decodeImage(imagePath, 'image')),
          }),
          ...(aspectRatio !== undefined && { aspectRatio }),
          ...(prompt !== undefined && { prompt }),
        },
        follow,
      )
      const images = []
      for (const { path, ...facts } of results)
        images.push({ bytes: await readFile(path), ...facts })
      return { images, engine: engine.name, warnings }
    },
  }
}

/** The image as the server accepts it. The server only knows its size once it is an asset. */
async function sendImage(client: Atelier, path: string, isSizeNeeded: boolean) {
  if (!isSizeNeeded) {
    return { url: await dataUrl(path), width: 0, height: 0, remove: async () => {} }
  }
  const { id } = await client.assets.upload(await fileFrom(path))
  const remove = () => client.assets.delete(id).catch(() => {})
  try {
    const { width, height } = await client.assets.wait(id)
    return { url: id, width: width ?? 0, height: height ?? 0, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const sideForm = /^(?:(left|right|top|bottom)=)?(\d+(?:\.\d+)?)(%|px)?$/

/**
 * `25%` extends every side by a quarter, `left=200,right=10%` only those two. Percentages are of
 * the width for left and right, of the height for top and bottom.
 */
export function readSides(text: string, image: { width: number; height: number }) {
  const sides = { left: 0, right: 0, top: 0, bottom: 0 }
  type Side = keyof typeof sides
  for (const part of text.split(',')) {
    const [, side, amount, unit] = sideForm.exec(part.trim()) ?? []
    if (amount === undefined) {
      throw misused(`--extend: "${text}" is not valid. Use 25%, or left=200,right=10%`)
    }
    for (const one of (side ? [side] : Object.keys(sides)) as Side[]) {
      const whole = one === 'left' || one === 'right' ? image.width : image.height
      sides[one] = Math.round(unit === '%' ? (whole * Number(amount)) / 100 : Number(amount))
    }
  }
  return sides
}

function whole(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Must be a whole number from ${least} to ${most}.`)
  }
}
