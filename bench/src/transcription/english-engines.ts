import type { openModels } from '@atelier/server/deps.ts'

/** The models of both engines that understand English. */
export async function englishEngines(store: ReturnType<typeof openModels>) {
  const silero = await store.path('silero')
  return {
    moonshine: { silero, moonshine: await store.path('moonshine') },
    whisper: {
      silero,
      whisper: { path: await store.path('whisper-base.en'), version: 'base.en' },
    },
  }
}
