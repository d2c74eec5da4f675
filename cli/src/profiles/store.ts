import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { NotReady } from '../errors.ts'
import { withLock } from './lock.ts'

/** The result of signing in with a browser. */
export interface Session {
  client_id: string
  token_endpoint: string
  revocation_endpoint?: string
  access_token: string
  refresh_token: string
  expires_at: string
}

/** A server and the credential for it: a key or a session. */
export interface Profile {
  url: string
  key?: string
  session?: Session
  organization?: string
  space?: string
}

export interface StoredProfiles {
  current: string | null
  profiles: Record<string, Profile>
}

export function profilesFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const folder = XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config')
  return join(folder, 'atelier', 'profiles.json')
}

export async function readProfiles(): Promise<StoredProfiles> {
  const file = profilesFile()
  const text = await readFile(file, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new NotReady(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return { current: null, profiles: {} }
  try {
    const { current = null, profiles } = JSON.parse(text) as Partial<StoredProfiles>
    if (typeof profiles !== 'object' || profiles === null) throw new Error('no profiles')
    return { current, profiles }
  } catch {
    throw new NotReady(`${file} is not valid. Fix or delete it.`)
  }
}

/** Changes the stored profiles while no other process does. Replaces the file atomically. */
export async function changeProfiles<T>(
  change: (kept: StoredProfiles) => T | Promise<T>,
): Promise<T> {
  const file = profilesFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  return withLock(file, async () => {
    const kept = await readProfiles()
    const before = JSON.stringify(kept)
    const result = await change(kept)
    if (JSON.stringify(kept) !== before) await write(file, kept)
    return result
  })
}

async function write(file: string, kept: StoredProfiles): Promise<void> {
  const next = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true })
    await chmod(next, 0o600)
    await rename(next, file)
  } finally {
    await rm(next, { force: true })
  }
}
