import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { existingClusterHome } from '@atelier/server/platform/postgres/cluster-home.ts'
import { type Finding, ok, problem, warning } from './check.ts'

/** Writes nothing: asks the operating system whether it could. */
export async function dataFolder(folder: string, enoughBytes = 2e9): Promise<Finding> {
  const existing = await nearestExisting(folder).catch(() => undefined)
  if (!existing) {
    return problem(
      `${folder} cannot be reached: this user has no access to a parent folder.`,
      'Run this as the user that runs Atelier, or set ATELIER_DATA_DIR to another folder.',
    )
  }
  if (!(await stat(existing)).isDirectory()) {
    return problem(
      `${existing} is not a folder.`,
      'Move or delete that file, or set ATELIER_DATA_DIR to a folder.',
    )
  }
  const refusal = await whyNotWritable(existing)
  if (refusal) {
    return problem(
      `${existing} cannot be written to (${refusal}).`,
      'Make the user that runs Atelier its owner, or set ATELIER_DATA_DIR to another folder.',
    )
  }
  const freeBytes = Math.min(
    ...(await Promise.all([existing, await databaseHome(folder, existing)].map(free))),
  )
  const space = `${inWords(freeBytes)} free`
  if (freeBytes < enoughBytes) {
    return warning(
      `${folder} has only ${space}.`,
      `Free up space: below 2 GB the database may soon be unable to write.`,
    )
  }
  const made = existing === folder ? '' : ' (created on the first start)'
  return ok(`${folder}${made}, ${space}`)
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (error) {
    // If a file is in the way, the recursion reaches it later.
    const { code } = error as { code?: string }
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === dirname(path)) throw error
    return nearestExisting(dirname(path))
  }
}

async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'refused'
  }
}

/** The database can be outside the data folder, on another disk; see cluster-home.ts. */
async function databaseHome(folder: string, otherwise: string): Promise<string> {
  const home = await existingClusterHome(folder).catch(() => undefined)
  return home ? nearestExisting(home) : otherwise
}

async function free(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function inWords(bytes: number): string {
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`
  return `${(bytes / 1e9).toFixed(bytes < 10e9 ? 1 : 0)} GB`
}
