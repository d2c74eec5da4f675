import OpenAI from 'openai'
import { beforeAll } from 'vitest'
import { catchError } from '../../../../test/catch-error.ts'
import { useCompat } from '../test-compat.ts'

/** The npm package `openai`, unchanged, against the service on a real port. */
export function useOpenAi() {
  const { service, mia, at } = useCompat()
  const createClient = (apiKey: string) =>
    new OpenAI({ apiKey, baseURL: `${at.url}/v1`, maxRetries: 0 })
  const own = {} as { client: OpenAI }
  beforeAll(() => {
    own.client = createClient(mia.key)
  })
  return { service, mia, clientWith: createClient, own }
}

export async function readBytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

export const catchApiError = catchError<InstanceType<typeof OpenAI.APIError>>
