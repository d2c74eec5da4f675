import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { enginePool } from '@atelier/server/engines/engine-process.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import { englishEngines } from './transcription/english-engines.ts'
import { heardIn, writeNoisy } from './transcription/recordings.ts'
import { wordErrors, wordsOf } from './transcription/word-errors.ts'

const voices = ['af_heart', 'bm_george']
const text =
  'The committee will meet on Thursday to discuss the annual budget. Several members have asked for ' +
  'more time to read the report, which runs to almost three hundred pages. Meanwhile, the harbour ' +
  'authority announced that ferries to the northern islands would resume before the weekend, ' +
  'provided that the storm moves east. Fishermen remain cautious, because last winter the same ' +
  'forecast turned out to be wrong.'
/** Speech over noise, in decibels; undefined is the clean recording. */
const levels = [undefined, 10, 0]

/** Moonshine against Whisper base.en on the same recordings, in one run. */
export async function transcription(): Promise<void> {
  const config = readConfig()
  const store = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  const engines = await englishEngines(store)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 60 })
  const kokoro = await store.path('kokoro')
  try {
    for (const voice of voices) {
      const job = { text, useSsml: false, voice, speed: 1, format: 'wav' as const }
      const outputPath = join(folder, `${voice}.wav`)
      await pool.run('speak', { ...job, outputPath, models: { kokoro } }, { timeoutSeconds: 1200 })
    }
    await pool.close()
    for (const decibels of levels) {
      const results = []
      for (const [name, models] of Object.entries(engines)) {
        let [errors, cpuMs, peakBytes] = [0, 0, 0]
        for (const voice of voices) {
          const path = await writeNoisy(join(folder, `${voice}.wav`), decibels)
          const heard = await heardIn(path, models)
          errors += wordErrors(wordsOf(heard.text), wordsOf(text))
          cpuMs += heard.cpuMs
          peakBytes = Math.max(peakBytes, heard.peakBytes)
        }
        const rate = (errors / (wordsOf(text).length * voices.length)) * 100
        results.push({ name, rate, cpuMs, peakBytes })
      }
      const [one, other] = results as [(typeof results)[0], (typeof results)[0]]
      const level = decibels === undefined ? 'clean' : `${decibels} dB`
      const rates = results.map(({ name, rate }) => `${name} ${rate.toFixed(1)} %`).join(', ')
      const cpu = (other.cpuMs / one.cpuMs).toFixed(1)
      const memory = (other.peakBytes / one.peakBytes).toFixed(1)
      console.log(`${level}: word errors ${rates}; whisper takes ${cpu} × CPU, ${memory} × memory`)
    }
  } finally {
    await pool.close()
    await rm(folder, { recursive: true, force: true })
  }
}
