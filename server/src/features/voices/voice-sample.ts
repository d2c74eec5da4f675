import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { type EmbeddedVoice, embeddedVoices } from '../../engines/speech/voices.ts'
import { problem } from '../../http/problem.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { OpenedFile } from '../../platform/storage/storage.ts'
import { keepFile } from '../assets/keep-file.ts'
import { keepSample, sampleOfVoice } from './queries.ts'

/** In the language of the voice, to show what it is for. */
const sentences: Record<string, (name: string) => string> = {
  en: (name) => `Hello, my name is ${name}. This is how I sound when I read your text aloud.`,
  es: (name) => `Hola, me llamo ${name}. Así sueno cuando leo tu texto en voz alta.`,
  fr: (name) => `Bonjour, je m’appelle ${name}. Voici ma voix quand je lis votre texte.`,
  hi: (name) => `नमस्ते, मेरा नाम ${name} है। यह मेरी आवाज़ है।`,
  it: (name) => `Ciao, mi chiamo ${name}. Questa è la mia voce quando leggo il tuo testo.`,
  ja: () => 'こんにちは。これが私の声です。',
  pt: (name) => `Olá, meu nome é ${name}. É assim que eu leio o seu texto.`,
  zh: () => '你好，这是我的声音。',
}

/** Samples in progress, so that ten concurrent players create one. */
const making = new Map<string, Promise<string>>()

/**
 * A sample sentence in an embedded voice. Created on first request and stored. It is not secret, so
 * a player needs no credential for it.
 */
export async function openVoiceSample(deps: Deps, voiceId: string): Promise<OpenedFile> {
  const voice = embeddedVoices.find(({ id }) => id === voiceId.toLowerCase())
  if (!voice) throw problem('voice_not_found')
  const key = await findSample(deps, voice).catch((error) => {
    // A language may need something this machine does not have; the engine's error says what.
    if (!(error instanceof EngineError)) throw error
    throw problem('voice_cannot_speak', { detail: error.message })
  })
  return deps.storage.open(key)
}

async function findSample(deps: Deps, voice: EmbeddedVoice): Promise<string> {
  const kept = await sampleOfVoice(deps.db.system, voice.id)
  if (kept && (await deps.storage.stat(kept))) return kept
  let running = making.get(voice.id)
  if (!running) {
    running = make(deps, voice).finally(() => making.delete(voice.id))
    making.set(voice.id, running)
  }
  return running
}

async function make(deps: Deps, voice: EmbeddedVoice): Promise<string> {
  const sentence = sentences[voice.language_code.slice(0, 2)] ?? sentences.en
  return inTemporaryFolder(async (folder) => {
    const outputPath = join(folder, 'sample')
    const text = sentence?.(voice.voice_name) ?? voice.voice_name
    const job = { text, useSsml: false, voice: voice.file, speed: 1, outputPath }
    await deps.engines.speak({ ...job, format: 'mp3' }, {})
    const { key } = await keepFile(deps, outputPath)
    await keepSample(deps.db.system, voice.id, key)
    return key
  })
}
