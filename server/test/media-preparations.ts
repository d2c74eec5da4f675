import type { Replacements } from './example-preparations.ts'

interface Tools {
  call(method: string, path: string, body?: unknown): Promise<{ id: string | number }>
  createExample(operationId: string, more?: object): Promise<{ task_id: string }>
  account(): Promise<{ id: string | number }>
  receiver: string
}

type Prepare = () => Promise<Replacements>

/** What the examples of generated images, video tools and analytics refer to. */
export function mediaPreparations({ call, createExample, account, receiver }: Tools) {
  const engine = { kind: 'openai', base_url: new URL(receiver).origin, model: 'gpt-image-1' }
  const connect = () => call('PUT', '/api/v1/engines/images', engine)
  const withEngine: Prepare = async () => {
    await connect()
    return {}
  }
  const ofAccount: Prepare = async () => {
    const { id } = await account()
    return { query: { account_id: id }, body: { account_id: id } }
  }
  return {
    '/api/v1/service/image-tools/magic-inpaint': withEngine,
    '/api/v1/service/image-tools/pix-to-pix': withEngine,
    '/api/v1/service/image-tools/sd-scrible': withEngine,
    generateAiImage: withEngine,
    submitAiImage: withEngine,
    getAiImageStatus: async () => {
      await connect()
      return { params: { id: (await createExample('generateAiImage')).task_id } }
    },
    getVideoExport: async () => ({
      params: { id: (await createExample('scriptToVideo')).task_id },
    }),
    '/api/v1/service/social-media/analytics/': ofAccount,
  }
}
