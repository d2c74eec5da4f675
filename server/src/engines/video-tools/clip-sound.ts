import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLT, AVERROR_EAGAIN } from 'node-av/constants'
import { FFmpegError, Filter, FilterGraph, Frame } from 'node-av/lib'
import { openAudio } from '../media/decode-audio.ts'
import { limits, requireLength } from './video-tool-job.ts'

export const soundRate = 48_000
export const channels = 2

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
  let rest: Float32Array = new Float32Array()
  return {
    take: (count) => {
      const parts: Float32Array[] = [rest]
      let length = rest.length
      while (length < count * channels) {
        const next = blocks.next()
        if (next.done) break
        parts.push(next.value)
        length += next.value.length
      }
      const joined = new Float32Array(length)
      let at = 0
      for (const part of parts) {
        joined.set(part, at)
        at += part.length
      }
      rest = joined.slice(count * channels)
      return joined.subarray(0, Math.min(length, count * channels))
    },
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
  const graph = new FilterGraph()
  graph.alloc()
  const source = create(
    graph,
    'abuffer',
    'in',
    `sample_rate=${soundRate}:sample_fmt=flt:channel_layout=stereo:time_base=1/${soundRate}`,
  )
  let last = source
  for (const [at, tempo] of temposFor(speed).entries()) {
    const next = create(graph, 'atempo', `tempo${at}`, `tempo=${tempo}`)
    check(last.link(0, next, 0))
    last = next
  }
  const format = create(graph, 'aformat', 'format', 'sample_fmts=flt:channel_layouts=stereo')
  check(last.link(0, format, 0))
  const sink = create(graph, 'abuffersink', 'out')
  check(format.link(0, sink, 0))
  check(graph.configSync())
  const out = new Frame()
  out.alloc()
  function* ready(): Generator<Float32Array> {
    for (;;) {
      const received = sink.buffersinkGetFrameSync(out)
      if (received < 0) return
      const bytes = out.data?.[0] as Buffer
      const view = new Float32Array(bytes.buffer, bytes.byteOffset, out.nbSamples * channels)
      yield view.slice()
      out.unref()
    }
  }
  let position = 0n
  try {
    for (const samples of blocks) {
      const frame = stereoFrame(samples, position)
      position += BigInt(samples.length / channels)
      if (!frame) continue
      check(source.buffersrcAddFrameSync(frame))
      frame.free()
      yield* ready()
    }
    check(source.buffersrcAddFrameSync(null))
    yield* ready()
  } finally {
    out.free()
    graph.free()
  }
}

/** Beyond 2 the filter drops samples, so it is applied several times. */
export function temposFor(speed: number): number[] {
  const steps = Math.max(1, Math.ceil(Math.log2(Math.max(speed, 1))))
  return Array.from({ length: steps }, () => speed ** (1 / steps))
}

function stereoFrame(samples: Float32Array, position: bigint): Frame | undefined {
  if (samples.length === 0) return undefined
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return Frame.fromAudioBuffer(bytes, {
    nbSamples: samples.length / channels,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: soundRate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    pts: position,
    timeBase: { num: 1, den: soundRate },
  })
}

function create(graph: FilterGraph, name: string, label: string, options?: string) {
  const filter = Filter.getByName(name)
  const created = filter && graph.createFilter(filter, label, options ?? null)
  if (!created) throw new Error(`FFmpeg cannot create the filter ${name}=${options}`)
  return created
}

function check(code: number): void {
  if (code !== AVERROR_EAGAIN) FFmpegError.throwIfError(code, 'filtering audio')
}
