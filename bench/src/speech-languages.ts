import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { enginePool } from '@atelier/server/engines/engine-process.ts'
import { normaliseText } from '@atelier/server/engines/speech/normalise-text.ts'
import { phonemesOf } from '@atelier/server/engines/speech/phonemes.ts'
import { testSentences } from '@atelier/server/engines/speech/test-sentences.ts'
import { readVocabulary } from '@atelier/server/engines/speech/tokens.ts'
import { embeddedVoices } from '@atelier/server/engines/speech/voices.ts'
import { spokenForm } from '@atelier/server/engines/transcription/spoken-form.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import { englishEngines } from './transcription/english-engines.ts'
import { heardIn } from './transcription/recordings.ts'
import { wordErrors, wordsOf } from './transcription/word-errors.ts'

/** Sounds a second: slow speech has about 8 in any language, hurried speech 20. */
const [minRate, maxRate] = [6, 22]

/**
 * Ten sentences in each language: whether the voice knows every sound, whether they take as long as
 * a speaker would need, and, for English, how many words our engines mishear.
 */
export async function speechLanguages(): Promise<void> {
  const config = readConfig()
  const models = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  const kokoro = await models.path('kokoro')
  const vocabulary = await readVocabulary(join(dirname(kokoro), 'tokenizer.json'))
  const engines = await englishEngines(models)
  const folder = process.env.BENCH_AUDIO ?? (await mkdtemp(join(tmpdir(), 'atelier-bench-')))
  const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 60 })
  try {
    // The other languages first: English is also measured by the bench “speech”.
    for (const [language, texts] of Object.entries(testSentences).reverse()) {
      const voice = embeddedVoices.find(({ language_code }) => language_code === language)
      if (!voice) continue
      const outputPath = join(folder, `${language}.wav`)
      const { sentences } = await pool.run(
        'speak',
        {
          text: texts.join('\n\n'),
          useSsml: false,
          voice: voice.file,
          speed: 1,
          format: 'wav',
          outputPath,
          models: { kokoro },
        },
        { timeoutSeconds: 1800 },
      )
      const rates: number[] = []
      const unknown: string[] = []
      for (const { text, startMs, endMs } of sentences) {
        const symbols = [...(await phonemesOf(normaliseText(text, language), language))]
        unknown.push(...symbols.filter((one) => !vocabulary.has(one)))
        const sounds = symbols.filter((one) => /[\p{Ll}\p{Lu}\p{Lo}]/u.test(one))
        rates.push(sounds.length / ((endMs - startMs) / 1000))
      }
      const plausible = rates.filter((rate) => rate >= minRate && rate <= maxRate).length
      const range = `${Math.min(...rates).toFixed(1)}–${Math.max(...rates).toFixed(1)}`
      console.log(
        `${language}  ${voice.file}  ${unknown.length} unknown symbols  ` +
          `${((sentences.at(-1)?.endMs ?? 0) / 1000).toFixed(1)} s  ${range} sounds/s, ` +
          `${plausible} of ${sentences.length} plausible`,
      )
      if (!language.startsWith('en-')) continue
      const said = wordsOf(texts.map((text) => normaliseText(text, language)).join(' '))
      for (const [name, listener] of Object.entries(engines)) {
        const { text } = await heardIn(outputPath, listener)
        const heard = text.split(' ').flatMap(spokenForm)
        const rate = (wordErrors(heard, said) / said.length) * 100
        console.log(
          `  ${name}: ${rate.toFixed(1)} % of ${said.length} words\n    ${heard.join(' ')}`,
        )
      }
    }
  } finally {
    await pool.close()
    if (!process.env.BENCH_AUDIO) await rm(folder, { recursive: true, force: true })
  }
}
