import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { enginePool } from '@atelier/server/engines/engine-process.ts'
import { testSentences } from '@atelier/server/engines/speech/test-sentences.ts'
import { embeddedVoices } from '@atelier/server/engines/speech/voices.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'

/** Ten sentences in each language: how long they take to say, against what a speaker would need. */
export async function speechLanguages(): Promise<void> {
  const config = readConfig()
  const models = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  const kokoro = await models.path('kokoro')
  const folder = process.env.BENCH_AUDIO ?? (await mkdtemp(join(tmpdir(), 'atelier-bench-')))
  const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 60 })
  try {
    // The other languages first: English is also measured by the bench “speech”.
    for (const [language, texts] of Object.entries(testSentences).reverse()) {
      const voice = embeddedVoices.find(({ language_code }) => language_code === language)
      if (!voice) continue
      const { sentences } = await pool.run(
        'speech',
        {
          text: texts.join('\n\n'),
          useSsml: false,
          voice: voice.file,
          speed: 1,
          format: 'wav',
          outputPath: join(folder, `${language}.wav`),
          models: { kokoro },
        },
        { timeoutSeconds: 1800 },
      )
      const seconds = sentences.map(({ startMs, endMs }) => (endMs - startMs) / 1000)
      const letters = sentences.map(({ text }) => [...text].length)
      const rates = seconds.map((value, at) => (letters[at] ?? 0) / value)
      const total = seconds.reduce((sum, value) => sum + value, 0)
      const each = seconds.map((value) => value.toFixed(1)).join(' ')
      const rate = `${Math.min(...rates).toFixed(1)}–${Math.max(...rates).toFixed(1)} letters/s`
      console.log(`${language}  ${voice.file}  ${total.toFixed(1)} s  ${rate}  ${each}`)
    }
  } finally {
    await pool.close()
    if (!process.env.BENCH_AUDIO) await rm(folder, { recursive: true, force: true })
  }
}
