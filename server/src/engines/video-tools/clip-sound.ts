import { Frame } from 'node-av/lib'
import { openAudio } from '../media/decode-audio.ts'
import { toSoundFrame } from '../media/encoders.ts'
import { openFilters } from '../media/filter-graph.ts'
import { encodeStereo, soundRate } from '../media/formats.ts'
import { bufferSamples } from '../media/write-tracks.ts'
import { limits, requireLength } from './video-tool-request.ts'

export const channels = 2
/** Frames of interleaved floats. */
const plainSound = encodeStereo('', 0, 'flt')

export interface ClipSound {
  /** The next samples of both channels, interleaved. Shorter at the end, then empty. */
  take(count: number): Float32Array
  close(): void
}

/** A clip's audio in stereo at 48 kHz, from its start. Decodes lazily. */
export function openClipSound(
  path: string,
  speed = 1,
  maxMinutes: number = limits.maxMinutes,
): ClipSound {
  const audio = openAudio(path, { rate: soundRate, channels })
  const placed = fromStart(audio.blocks(), maxMinutes)
  const blocks = speed === 1 ? placed : atSpeed(placed, speed)
  return {
    ...bufferSamples(blocks, channels),
    close: () => {
      blocks.return(undefined)
      audio.close()
    },
  }
}

/** Audio that starts late gets silence before it. */
function* fromStart(
  blocks: Iterable<{ startSample: number; samples: Float32Array }>,
  maxMinutes: number,
): Generator<Float32Array> {
  let written = 0
  for (const { startSample, samples } of blocks) {
    requireLength(startSample / soundRate, maxMinutes)
    for (; written < startSample; ) {
      const silence = new Float32Array(Math.min(soundRate, startSample - written) * channels)
      yield silence
      written += silence.length / channels
    }
    yield samples
    written += samples.length / channels
  }
}

/** Changes the speed and keeps the pitch. */
function* atSpeed(blocks: Iterable<Float32Array>, speed: number): Generator<Float32Array> {
  const filters = openFilters(
    'audio',
    `sample_rate=${soundRate}:sample_fmt=flt:channel_layout=stereo:time_base=1/${soundRate}`,
    [
      ...splitTempo(speed).map((tempo) => `atempo=tempo=${tempo}`),
      'aformat=sample_fmts=flt:channel_layouts=stereo',
    ],
  )
  const out = new Frame()
  out.alloc()
  function* receiveAll(): Generator<Float32Array> {
    while (filters.receive(out)) {
      const bytes = out.data?.[0] as Buffer
      const view = new Float32Array(bytes.buffer, bytes.byteOffset, out.nbSamples * channels)
      yield view.slice()
      out.unref()
    }
  }
  let position = 0n
  try {
    for (const samples of blocks) {
      if (samples.length === 0) continue
      const frame = toSoundFrame(samples, plainSound, position)
      position += BigInt(samples.length / channels)
      filters.add(frame)
      frame.free()
      yield* receiveAll()
    }
    filters.add(null)
    yield* receiveAll()
  } finally {
    out.free()
    filters.close()
  }
}

/** Beyond 2 the filter drops samples, so it is applied several times. */
export function splitTempo(speed: number): number[] {
  const steps = Math.max(1, Math.ceil(Math.log2(Math.max(speed, 1))))
  return Array.from({ length: steps }, () => speed ** (1 / steps))
}
