import { createHash } from 'node:crypto'
import { EngineError } from '../engine-error.ts'

/** The API's values: 0 and 1. */
export type Gender = 0 | 1

export interface EmbeddedVoice {
  /** The same on every machine and permanent, because clients store it. */
  id: string
  /** The name of the voice file, as passed to the engine. */
  file: string
  voice_name: string
  language_code: string
  language_name: string
  gender: Gender
  description: string
  is_premium: false
  supports_instructions: false
}

const languages: Record<string, [code: string, name: string]> = {
  a: ['en-US', 'English (United States)'],
  b: ['en-GB', 'English (United Kingdom)'],
  e: ['es-ES', 'Spanish (Spain)'],
  f: ['fr-FR', 'French (France)'],
  h: ['hi-IN', 'Hindi (India)'],
  i: ['it-IT', 'Italian (Italy)'],
  j: ['ja-JP', 'Japanese (Japan)'],
  p: ['pt-BR', 'Portuguese (Brazil)'],
  z: ['zh-CN', 'Chinese (Mandarin, Simplified)'],
}

/**
 * File name and the overall grade that the Kokoro-82M authors publish for each voice (A is best);
 * empty if there is none.
 */
const grades: Record<string, string> = {
  af_heart: 'A',
  af_alloy: 'C',
  af_aoede: 'C+',
  af_bella: 'A-',
  af_jessica: 'D',
  af_kore: 'C+',
  af_nicole: 'B-',
  af_nova: 'C',
  af_river: 'D',
  af_sarah: 'C+',
  af_sky: 'C-',
  am_adam: 'F+',
  am_echo: 'D',
  am_eric: 'D',
  am_fenrir: 'C+',
  am_liam: 'D',
  am_michael: 'C+',
  am_onyx: 'D',
  am_puck: 'C+',
  am_santa: 'D-',
  bf_alice: 'D',
  bf_emma: 'B-',
  bf_isabella: 'C',
  bf_lily: 'D',
  bm_daniel: 'D',
  bm_fable: 'C',
  bm_george: 'C',
  bm_lewis: 'D+',
  ef_dora: '',
  em_alex: '',
  em_santa: '',
  ff_siwis: 'B-',
  hf_alpha: 'C',
  hf_beta: 'C',
  hm_omega: 'C',
  hm_psi: 'C',
  if_sara: 'C',
  im_nicola: 'C',
  jf_alpha: 'C+',
  jf_gongitsune: 'C',
  jf_nezumi: 'C-',
  jf_tebukuro: 'C',
  jm_kumo: 'C-',
  pf_dora: '',
  pm_alex: '',
  pm_santa: '',
  zf_xiaobei: 'D',
  zf_xiaoni: 'D',
  zf_xiaoxiao: 'D',
  zf_xiaoyi: 'D',
  zm_yunjian: 'D',
  zm_yunxi: 'D',
  zm_yunxia: 'D',
  zm_yunyang: 'D',
}

/** Ids are derived from this namespace. It must never change. */
const voiceNamespace = '6f1d7a52-3c0e-4b7f-9a44-0d7be1f0c3a5'

/** The 54 voices of the embedded engine. */
export const embeddedVoices: EmbeddedVoice[] = Object.entries(grades).map(([file, grade]) => {
  const [language_code, language_name] = languages[file.charAt(0)] ?? ['', '']
  const gender: Gender = file.charAt(1) === 'f' ? 1 : 0
  const person = gender === 1 ? 'Female' : 'Male'
  const quality = grade === '' ? 'not graded by its authors' : `graded ${grade} by its authors`
  return {
    id: voiceId(file),
    file,
    voice_name: file.charAt(3).toUpperCase() + file.slice(4),
    language_code,
    language_name,
    gender,
    description: `${person} voice for ${language_name}, ${quality}.`,
    is_premium: false,
    supports_instructions: false,
  }
})

/** Finds a voice by file name or id. */
export function embeddedVoice(name: string): EmbeddedVoice {
  const voice = embeddedVoices.find(({ id, file }) => id === name || file === name)
  if (voice) return voice
  throw new EngineError(
    'voice_unknown',
    `There is no embedded voice named ${name.slice(0, 60)}. Choose one from the list of voices.`,
    { field: 'voice' },
  )
}

/** A version 5 UUID (RFC 9562): SHA-1 of the namespace and the file name. */
function voiceId(file: string): string {
  const namespace = Buffer.from(voiceNamespace.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(namespace).update(file).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
