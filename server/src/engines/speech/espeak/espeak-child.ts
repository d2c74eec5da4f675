/**
 * The only file that loads espeak-ng, which is GPL-3.0-or-later. It runs unchanged, as a separate
 * package, in a process of its own: text goes in and IPA comes out over a pipe. If you redistribute
 * Atelier with its node_modules, you also redistribute espeak-ng and must comply with its licence.
 */
import openEspeak from '@echogarden/espeak-ng-emscripten'
import type { EspeakAnswer, EspeakRequest } from './espeak-messages.ts'

const module = await openEspeak()
const espeak = await new module.eSpeakNGWorker()

const utf8 = new TextDecoder()

/** The zero-terminated text at an address of the module's memory. */
function readText(start: number): string {
  const end = module.HEAPU8.indexOf(0, start)
  return utf8.decode(module.HEAPU8.subarray(start, end))
}

process.on('message', ({ id, text, voice }: EspeakRequest) => {
  const answer = (rest: { ipa: string } | { error: string }) =>
    process.send?.({ id, ...rest } satisfies EspeakAnswer)
  try {
    if (espeak.set_voice(voice) !== 0) return answer({ error: `no voice ${voice}` })
    answer({ ipa: readText(espeak.text_to_phonemes(text, 1).ptr) })
  } catch (error) {
    answer({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
