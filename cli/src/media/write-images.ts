import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Command } from 'commander'
import { readGeneral } from '../client/general-options.ts'
import { print } from '../output.ts'
import { dash, secondsSinceStart, writeOutput } from '../standard-streams.ts'
import type { downloadResults } from './run-media.ts'

export interface MadeImages {
  images: { bytes: Uint8Array; width: number; height: number; seed?: number | undefined }[]
  engine: string
  warnings: string[]
}

/** Writes the images and prints where they are. */
export async function writeImages(
  { images, engine, warnings }: MadeImages,
  command: Command,
  choosePath: (index: number) => string,
): Promise<void> {
  const seconds = secondsSinceStart()
  const written = []
  for (const [index, { bytes, ...facts }] of images.entries()) {
    const path = choosePath(index)
    if (path === dash) return writeOutput(bytes)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    written.push({ path, ...facts })
  }
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`)
  const lines = written.map(({ path, width, height }) => `${path}  ${width} × ${height}`)
  const text = `${lines.join('\n')}\nDone in ${seconds} s with ${engine}.`
  print(readGeneral(command).json, { images: written, engine, warnings, seconds }, text)
}

export function readImages({
  files,
  info,
}: Awaited<ReturnType<typeof downloadResults>>): MadeImages {
  const images = files.map(({ bytes, file: { width, height, seed } }) => ({
    bytes,
    width: width as number,
    height: height as number,
    seed: seed as number | undefined,
  }))
  return { images, engine: info.engine.name, warnings: info.warnings }
}

/** `photo.jpg` as `photo-cut-out.png`, in the same folder or another one. */
export function outputPath(image: string, ending: string, folder = dirname(image)): string {
  return join(folder, `${image === dash ? 'image' : basename(image, extname(image))}${ending}`)
}

export async function dataUrl(path: string): Promise<string> {
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`
}
