import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from '../lib/hash.ts'
import { Problem } from './problem.ts'

type Release = () => void

const maxKnown = 10_000
const names = ['authorization', 'cookie', 'x-api-key', 'xi-api-key', 'organization'] as const

/**
 * The workspace to which a credential last gave access. With it, a request can wait for its turn
 * before it is authenticated, so that a flood of one workspace does not reach the database.
 */
export class KnownWorkspaces {
  readonly #ids = new Map<string, number>()

  /** Undefined if the credential is new here. It may have been revoked since. */
  of(headers: IncomingHttpHeaders): number | undefined {
    return this.#ids.get(keyOf(headers))
  }

  note(headers: IncomingHttpHeaders, workspaceId: number): void {
    const key = keyOf(headers)
    if (this.#ids.get(key) === workspaceId) return
    this.#ids.set(key, workspaceId)
    if (this.#ids.size <= maxKnown) return
    const [oldest] = this.#ids.keys()
    this.#ids.delete(oldest as string)
  }

  forget(headers: IncomingHttpHeaders): void {
    this.#ids.delete(keyOf(headers))
  }
}

/** Secrets are not kept in memory. */
function keyOf(headers: IncomingHttpHeaders): string {
  return sha256(names.map((name) => `${headers[name] ?? ''}`).join('\n'))
}

/**
 * Waits for the turn of the workspace, before authentication if the credential is known.
 * `authenticate` returns the workspace's id, or undefined if the client has disconnected.
 */
export async function takeTurn(
  known: KnownWorkspaces,
  headers: IncomingHttpHeaders,
  enter: (workspaceId: number) => Promise<Release>,
  authenticate: () => Promise<number | undefined>,
): Promise<Release | undefined> {
  const expected = known.of(headers)
  const early = expected === undefined ? undefined : await enter(expected)
  try {
    const workspaceId = await authenticate()
    if (workspaceId === undefined) return void early?.()
    if (early && workspaceId === expected) return early
    known.note(headers, workspaceId)
    early?.()
    return await enter(workspaceId)
  } catch (error) {
    // A revoked credential must not take turns of the workspace it once had.
    if (error instanceof Problem && error.status === 401) known.forget(headers)
    early?.()
    throw error
  }
}
