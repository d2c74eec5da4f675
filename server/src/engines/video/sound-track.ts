import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16 } from 'node-av/constants'
import { FFmpegError, SoftwareResampleContext } from 'node-av/lib'
import { type Narration, narrationBlocks, narrationPeak } from './narration-file.ts'

export const soundRate = 48_000

/** −2.5 dB: the encoder overshoots a little, and the result must stay below −1 dB. */
const loudest = 0.75

export interface SpokenScene {
  startMs: number
  narration?: Narration | undefined
}

/** The same gain for all scenes, so the voice doesn't change in volume between them. */
export async function gainFor(scenes: SpokenScene[]): Promise<number> {
  let peak = 0
  for (const { narration } of scenes) {
    if (narration) peak = Math.max(peak, await narrationPeak(narration))
  }
  return peak > loudest ? loudest / peak : 1
}

/** The video's whole audio at 48 kHz, in blocks: narrations at their times, otherwise silence. */
export async function* soundTrack(
  scenes: SpokenScene[],
  totalSamples: number,
): AsyncGenerator<Float32Array> {
  const gain = await gainFor(scenes)
  let written = 0
  for (const { startMs, narration } of scenes) {
    if (!narration) continue
    for (const silence of silences(Math.round((startMs / 1000) * soundRate) - written)) {
      yield silence
      written += silence.length
    }
    for await (const samples of atSoundRate(narration)) {
      for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] as number) * gain
      yield samples
      written += samples.length
    }
  }
  yield* silences(totalSamples - written)
}

function* silences(count: number): Generator<Float32Array> {
  for (let left = count; left > 0; left -= soundRate) {
    yield new Float32Array(Math.min(left, soundRate))
  }
}

async function* atSoundRate(narration: Narration): AsyncGenerator<Float32Array> {
  const resampler = new SoftwareResampleContext()
  FFmpegError.throwIfError(
    resampler.allocSetOpts2(
      ...([AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT, soundRate] as const),
      ...([AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16, narration.sampleRate] as const),
    ),
  )
  FFmpegError.throwIfError(resampler.init())
  const convert = (samples: Int16Array | null): Float32Array => {
    const room = Math.ceil(((samples?.length ?? 0) * soundRate) / narration.sampleRate) + 4_096
    const out = new Float32Array(room)
    const bytes = samples && Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    const made = resampler.convertSync(
      [Buffer.from(out.buffer)],
      room,
      bytes && [bytes],
      samples?.length ?? 0,
    )
    FFmpegError.throwIfError(made)
    return out.subarray(0, made)
  }
  try {
    for await (const samples of narrationBlocks(narration)) yield convert(samples)
    // Flush the last samples from the filter.
    yield convert(null)
  } finally {
    resampler.free()
  }
}
