import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { withServerOrHere } from '../client/server-or-here.ts'
import { dash } from '../standard-streams.ts'
import { downloadResults, type MediaWork, runOnFile } from './run-media.ts'
import { dataUrl, type MadeImages, outputPath, readImages, writeImages } from './write-images.ts'

interface Options {
  output?: string
  crop?: boolean
  background?: string
  format?: 'png' | 'jpeg'
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

async function removeBackground(path: string, options: Options, command: Command): Promise<void> {
  const output = options.output ?? (path === dash ? dash : undefined)
  const format = options.format ?? (/\.jpe?g$/i.test(output ?? '') ? 'jpeg' : 'png')
  const made = await runOnFile(command, { path, kind: 'image' }, (file) =>
    cutOut(file, { ...options, format }),
  )
  const ending = `-cut-out.${format === 'png' ? 'png' : 'jpg'}`
  await writeImages(made, command, () => output ?? outputPath(path, ending))
}

function cutOut(
  imagePath: string,
  { crop = false, background, format }: Options & { format: 'png' | 'jpeg' },
): MediaWork<MadeImages> {
  return {
    onServer: async (client, bar) => {
      const submitted = await client.images.removeBackground({
        image_url: await dataUrl(imagePath),
        magic_crop: crop,
        ...(background !== undefined && { background_color: background }),
        output_format: format,
        storage: 'transient',
      })
      return readImages(await downloadResults(client, submitted, bar))
    },
    here: async ({ engines, folder }, follow) => {
      const job = {
        imagePath,
        outputPath: join(folder, 'result'),
        magicCrop: crop,
        backgroundColor: background,
        outputFormat: format,
      }
      const { width, height, engine, warnings } = await engines.removeBackground(job, follow)
      const bytes = await readFile(job.outputPath)
      return { images: [{ bytes, width, height }], engine: engine.name, warnings }
    },
  }
}
