import { beforeAll } from 'vitest'
import { type Tenant, useService } from '../../server/test/harness.ts'
import { Atelier, type ClientOptions } from '../src/index.ts'

/** A service that listens on its own port, for all tests in a file. */
export function useServer(settings: Parameters<typeof useService>[0] = {}) {
  const service = useService(settings)
  const served = {
    service,
    baseUrl: '',
    clientOf: ({ key }: Pick<Tenant, 'key'>, options: Partial<ClientOptions> = {}): Atelier =>
      new Atelier({ baseUrl: served.baseUrl, apiKey: key, ...options }),
  }
  beforeAll(async () => {
    served.baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
    // The service's URLs point here.
    Object.assign(service.deps.config, { publicUrl: served.baseUrl })
  })
  return served
}
