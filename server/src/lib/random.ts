import { randomBytes, randomUUID } from 'node:crypto'

/** Ids and secrets, passed in so that a test can choose them. */
export interface Random {
  uuid(): string
  /** URL-safe text that carries this many random bytes. */
  secret(bytes: number): string
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
}
