import { randomBytes, randomUUID } from 'node:crypto'

/** A source of ids and secrets, injected so that tests can control it. */
export interface Random {
  uuid(): string
  /** URL-safe text with this many random bytes. */
  secret(bytes: number): string
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
}
