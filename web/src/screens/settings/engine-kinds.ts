import { api } from '../../app/api.ts'

interface Settings {
  base_url?: string
  model?: string
  api_key?: string
}

const choices = <Kind extends string>(
  title: string,
  kinds: readonly Kind[],
  choose: (body: { kind: Kind } & Settings) => Promise<unknown>,
  reset: () => Promise<unknown>,
) => ({
  title,
  kinds: kinds as readonly string[],
  choose: (kind: string, settings: Settings) => choose({ kind: kind as Kind, ...settings }),
  reset,
})

/** The external engines available for each purpose. */
export const engineKinds = {
  outpainting: choices(
    'Extending and filling images',
    ['openai', 'automatic1111', 'replicate'],
    (body) => api.engines.chooseOutpainting(body),
    () => api.engines.resetOutpainting(),
  ),
  images: choices(
    'Generating images',
    ['openai', 'automatic1111', 'replicate'],
    (body) => api.engines.chooseImages(body),
    () => api.engines.resetImages(),
  ),
  speech: choices(
    'Speech',
    ['openai'],
    (body) => api.engines.chooseSpeech(body),
    () => api.engines.resetSpeech(),
  ),
  transcription: choices(
    'Transcription',
    ['whisper-cpp', 'openai', 'assemblyai', 'deepgram'],
    (body) => api.engines.chooseTranscription(body),
    () => api.engines.resetTranscription(),
  ),
  video: choices(
    'Video',
    ['webhook'],
    (body) => api.engines.chooseVideo(body),
    () => api.engines.resetVideo(),
  ),
}

export type Purpose = keyof typeof engineKinds
