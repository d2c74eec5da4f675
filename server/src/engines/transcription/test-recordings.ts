import { writeFileSync } from 'node:fs'
import { openAudio } from '../media/decode-audio.ts'
import { writeWav } from '../media/test-wav.ts'

const sampleRate = 16_000

export function decoded(path: string): Float32Array {
  const audio = openAudio(path)
  const blocks = [...audio.blocks()].map(({ samples }) => samples.slice())
  audio.close()
  const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0))
  let at = 0
  for (const block of blocks) {
    samples.set(block, at)
    at += block.length
  }
  return samples
}

/** Where a copy of the clip starts in a long recording. */
export interface Repeat {
  startMs: number
  endMs: number
}

/**
 * Repeats a clip until the recording has the given length. Pauses of different lengths follow each
 * copy, so that times that drift can't come out right by chance. Every tenth lasts twenty seconds.
 */
export function writeRepeated(path: string, clip: Float32Array, minutes: number): Repeat[] {
  const recording = new Float32Array(minutes * 60 * sampleRate)
  const repeats: Repeat[] = []
  const toMs = (samples: number) => (samples / sampleRate) * 1000
  let at = sampleRate
  while (at + clip.length < recording.length) {
    recording.set(clip, at)
    repeats.push({ startMs: toMs(at), endMs: toMs(at + clip.length) })
    const count = repeats.length
    const pauseSeconds = count % 10 === 0 ? 20 : 0.7 + ((count * 37) % 100) / 50
    at += clip.length + Math.round(pauseSeconds * sampleRate)
  }
  writeFileSync(path, writeWav(sampleRate, [recording]))
  return repeats
}

export function writeSilence(path: string, seconds: number): void {
  writeFileSync(path, writeWav(sampleRate, [new Float32Array(seconds * sampleRate)]))
}

/** Equal-tempered frequencies of four chords and a scale, in hertz. */
const chords = [
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [261.6, 329.6, 392],
  [196, 246.9, 293.7],
]
const scale = [440, 493.9, 523.3, 587.3, 659.3, 784]

/** Chords with overtones, a melody with vibrato, a bass and drums: no voice, but the pitch of one. */
export function writeMusic(path: string, seconds: number): void {
  const beatSeconds = 0.5
  const music = Float32Array.from({ length: seconds * sampleRate }, (_, sample) => {
    const time = sample / sampleRate
    const beat = Math.floor(time / beatSeconds)
    const inBeat = time - beat * beatSeconds
    const chord = chords[Math.floor(beat / 4) % chords.length] ?? []
    const tone = (hertz: number) =>
      Math.sin(2 * Math.PI * hertz * time) + 0.4 * Math.sin(4 * Math.PI * hertz * time)
    const pad = chord.reduce((sum, hertz) => sum + tone(hertz), 0) * 0.06
    const note = scale[(beat * 5 + Math.floor(beat / 3)) % scale.length] ?? 440
    const vibrato = 0.6 * Math.sin(2 * Math.PI * 5.5 * time)
    const melody = 0.15 * Math.exp(-inBeat * 3) * Math.sin(2 * Math.PI * note * time + vibrato)
    const bass = 0.15 * tone((chord[0] ?? 220) / 2)
    const noise = ((sample * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
    const drum = beat % 2 === 1 ? 0.4 * noise * Math.exp(-inBeat * 25) : 0
    const kick =
      beat % 2 === 0 ? 0.4 * Math.exp(-inBeat * 18) * Math.sin(2 * Math.PI * 60 * inBeat) : 0
    return pad + melody + bass * 0.5 + drum + kick
  })
  writeFileSync(path, writeWav(sampleRate, [music]))
}
