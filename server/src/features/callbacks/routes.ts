import { Type } from 'typebox'
import { readBytes } from '../../http/body/read-bytes.ts'
import { operation } from '../../http/operation.ts'
import { named } from '../../http/schemas.ts'
import { receiveCallback } from '../transcriptions/take-callback.ts'
import { receiveVideoReport } from '../videos/take-video-report.ts'

const CallbackParams = Type.Object({
  provider: Type.String({ maxLength: 40, description: 'Name of the engine, such as deepgram.' }),
  token: Type.String({ maxLength: 200, description: 'Signed, and valid for one job.' }),
})

const largestCallbackBytes = 64 * 1024 ** 2

export function callbackRoutes() {
  return [
    operation({
      id: 'receiveProviderCallback',
      method: 'POST',
      path: '/api/v1/webhooks/{provider}/{token}',
      tag: 'Webhooks',
      summary: 'Receive a result from an external engine',
      description:
        'Each job has its own URL. The server verifies the body by the provider’s signature scheme, or by Standard Webhooks.',
      permission: 'public',
      params: CallbackParams,
      bodyLimitBytes: largestCallbackBytes,
      takes: { '*/*': { schema: Type.Unknown({ description: 'In the provider’s own format.' }) } },
      reply: named(
        'CallbackOutcome',
        Type.Object({ status: Type.Enum(['applied', 'duplicate', 'ignored']) }),
      ),
      notFound: 'transcription_not_found',
      problems: [
        'video_not_found',
        'callback_refused',
        'callback_malformed',
        'body_too_large',
        'engine_unavailable',
      ],
      example: {
        params: { provider: 'assemblyai', token: 'kL9…' },
        reply: { status: 'applied' },
      },
      exchange: async (deps, { params }, { request, reply }) => {
        const { provider, token } = params as { provider: string; token: string }
        const callback = {
          headers: request.headers,
          // Read only if the token is known: strangers must not fill the memory.
          readBody: () => readBytes(request, largestCallbackBytes),
        }
        const taken =
          provider === 'video'
            ? await receiveVideoReport(deps, token, callback)
            : await receiveCallback(deps, provider, token, callback)
        return reply.type('application/json').send(JSON.stringify(taken))
      },
    }),
  ]
}
