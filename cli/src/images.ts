import { access, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { generalOf } from './client/general-options.ts'
import { serverFor, withServerOrHere } from './client/server-or-here.ts'
import { NotReady } from './errors.ts'
import type { ImageWorker, OnProgress, WorkerResult } from './images/image-worker.ts'
import { readSides } from './images/read-sides.ts'
import { print } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { dash, secondsSinceStart, withInputFile, writeOutput } from './standard-streams.ts'

interface CommonOptions {
  output?: string
}

export function removeBackgroundCommand(): Command {
  return withServerOrHere(new Command('remove-background'))
    .argument('<image>', 'the image, or - for standard input')
    .option(
      '-o, --output <file>',
      'output file, or - for standard output (default: next to the image)',
    )
    .option('--crop', 'crop to the subject')
    .option('--background <colour>', 'fill the background, such as #ffffff')
    .addOption(new Option('--format <format>', 'output format').choices(['png', 'jpeg']))
    .addHelpText('after', '\nExample:\n  atelier remove-background photo.jpg -o out.png')
    .action(removeBackground)
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

async function removeBackground(
  imagePath: string,
  options: CommonOptions & { crop?: boolean; background?: string; format?: 'png' | 'jpeg' },
  command: Command,
): Promise<void> {
  const { crop = false, background } = options
  const output = options.output ?? (imagePath === dash ? dash : undefined)
  const format = options.format ?? (/\.jpe?g$/i.test(output ?? '') ? 'jpeg' : 'png')
  const path = output ?? beside(imagePath, `-cut-out.${format === 'png' ? 'png' : 'jpg'}`)
  await work(
    imagePath,
    command,
    () => path,
    (worker, path, follow) =>
      worker.removeBackground({ imagePath: path, crop, background, format }, follow),
  )
}

async function outpaint(
  imagePath: string,
  options: CommonOptions & {
    extend?: string
    aspectRatio?: string
    mask?: string
    prompt?: string
    count: number
    seed?: number
  },
  command: Command,
): Promise<void> {
  const { aspectRatio, mask: maskPath, prompt, count, seed } = options
  const ways = [options.extend, aspectRatio, maskPath].filter((way) => way !== undefined)
  if (ways.length !== 1) command.error('Give exactly one of --extend, --aspect-ratio and --mask.')
  const output = options.output ?? (imagePath === dash ? dash : undefined)
  if (output === dash && count > 1) command.error('Standard output takes one image: --count 1.')
  const name = (index: number) => `-outpainted${count > 1 ? `-${index + 1}` : ''}.png`
  const pathOf = (index: number) =>
    output === undefined
      ? beside(imagePath, name(index))
      : output === dash
        ? dash
        : join(output, `${imagePath === dash ? 'image' : stem(imagePath)}${name(index)}`)
  // Reports invalid input before any work starts.
  if (options.extend !== undefined) readSides(options.extend, { width: 0, height: 0 })
  const { extend } = options
  const job = { maskPath, extend, aspectRatio, prompt, count, seed }
  await work(imagePath, command, pathOf, (worker, path, follow) =>
    worker.outpaint({ imagePath: path, ...job }, follow),
  )
}

/** Runs the work with a progress bar and writes the results. */
async function work(
  imagePath: string,
  command: Command,
  pathOf: (index: number) => string,
  run: (worker: ImageWorker, path: string, follow: OnProgress) => Promise<WorkerResult>,
): Promise<void> {
  const made = await withInputFile(imagePath, (path) => runWith(path, imagePath, command, run))
  const seconds = secondsSinceStart()
  const written = []
  for (const [index, { bytes, ...facts }] of made.images.entries()) {
    const path = pathOf(index)
    if (path === dash) return writeOutput(bytes)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    written.push({ path, ...facts })
  }
  for (const warning of made.warnings) process.stderr.write(`Note: ${warning}\n`)
  const lines = written.map(({ path, width, height }) => `${path}  ${width} × ${height}`)
  const data = { images: written, engine: made.engine, warnings: made.warnings, seconds }
  print(
    generalOf(command).json,
    data,
    `${lines.join('\n')}\nDone in ${seconds} s with ${made.engine}.`,
  )
}

async function runWith(
  path: string,
  imagePath: string,
  command: Command,
  run: (worker: ImageWorker, path: string, follow: OnProgress) => Promise<WorkerResult>,
): Promise<WorkerResult> {
  await access(path).catch(() => {
    throw new NotReady(`There is no image at ${imagePath}.`)
  })
  const bar = progressBar(imagePath === dash ? 'image' : basename(imagePath))
  const worker = await workerFor(command)
  return run(worker, path, (percent, stage) => bar.show(percent / 100, stage)).finally(async () => {
    bar.end()
    await worker.close()
  })
}

async function workerFor(command: Command): Promise<ImageWorker> {
  const server = await serverFor(command)
  if (server) return (await import('./images/on-server.ts')).onServer(server)
  return (await import('./images/in-process.ts')).inProcess()
}

function whole(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Must be a whole number from ${least} to ${most}.`)
  }
}

function stem(path: string): string {
  return basename(path, extname(path))
}

function beside(path: string, ending: string): string {
  return join(dirname(path), `${stem(path)}${ending}`)
}
