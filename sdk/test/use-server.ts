import { beforeAll } from 'vitest'
import { type Tenant, useService } from '../../server/test/harness.ts'
import { Atelier, type ClientOptions } from '../src/index.ts'

/** A service that listens on its own port, for all tests in a file. */
export function useServer(settings: Parameters<typeof useService>[0] = {}) {
  const service = useService(settings)
  const served = {
    service,
    baseUrl: '',
    createClient: ({ key }: Pick<Tenant, 'key'>, options: Partial<ClientOptions> = {}): Atelier =>
      new Atelier({ baseUrl: served.baseUrl, apiKey: key, ...options }),
    /** A person who is signed in. */
    signIn: ({ token }: Pick<Tenant, 'token'>): Atelier =>
      new Atelier({ baseUrl: served.baseUrl, accessToken: token }),
  }
  beforeAll(async () => {
    served.baseUrl = await service.listen()
  })
  return served
}
