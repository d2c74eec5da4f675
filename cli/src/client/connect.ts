import { Atelier } from '@atelier/sdk/src/index.ts'
import { requireConnection } from './connection.ts'
import type { GeneralOptions } from './general-options.ts'

/** A client for the server from the options, the environment or the profile. */
export async function connect(
  given: GeneralOptions,
  options?: { isPublic?: boolean },
): Promise<Atelier> {
  return new Atelier(await requireConnection(given, options))
}
