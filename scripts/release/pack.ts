import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Platform, platforms } from './config.ts'
import { stageClient, stageProgram } from './stage-program.ts'
import { stageRuntime } from './stage-runtime.ts'
import { stageSdk } from './stage-sdk.ts'

const run = promisify(execFile)

export interface Packed {
  name: string
  /** Path of the tarball. */
  file: string
  packedBytes: number
  unpackedBytes: number
}

type Stage = (root: string, target: string) => Promise<void>

const stages: Record<string, Stage> = {
  sdk: stageSdk,
  client: stageClient,
  program: stageProgram,
}

export type Part = 'sdk' | 'client' | 'program' | Platform

/** The platform of this machine, if there is a runtime package for it. */
export function thisPlatform(): Platform | undefined {
  return platforms.find(
    ({ platform, arch }) => platform === process.platform && arch === process.arch,
  )
}

/** Builds the given packages and writes their tarballs to `folder`, in the same order. */
export async function packParts(root: string, folder: string, parts: Part[]): Promise<Packed[]> {
  const packed: Packed[] = []
  for (const part of parts) packed.push(await packPart(root, folder, part))
  return packed
}

async function packPart(root: string, folder: string, part: Part): Promise<Packed> {
  const isRuntime = typeof part !== 'string'
  const target = join(folder, 'stage', isRuntime ? `${part.platform}-${part.arch}` : part)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  if (isRuntime) await stageRuntime(root, target, part)
  else await stages[part]?.(root, target)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: target, maxBuffer: 1 << 26 })
  const [{ name, filename, size, unpackedSize }] = JSON.parse(stdout)
  const file = join(folder, filename)
  return { name, file, packedBytes: size, unpackedBytes: unpackedSize }
}
