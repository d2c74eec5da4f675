import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { openResampler } from './audio-decoder.ts'
import type { AudioWriter } from './audio-writer.ts'

/** Passes mono samples on at another rate. For child processes only, like all of FFmpeg. */
export function resamplingWriter(
  writer: AudioWriter,
  fromRate: number,
  toRate: number,
): AudioWriter {
  const resampler = openResampler({ rate: toRate, channels: 1 })
  return {
    write: async (samples) => {
      if (samples.length === 0) return
      const { buffer, byteOffset, byteLength } = samples
      const frame = Frame.fromAudioBuffer(Buffer.from(buffer, byteOffset, byteLength), {
        nbSamples: samples.length,
        format: AV_SAMPLE_FMT_FLT,
        sampleRate: fromRate,
        channelLayout: AV_CHANNEL_LAYOUT_MONO,
      })
      const resampled = resampler.convert(frame)
      frame.free()
      await writer.write(resampled)
    },
    flush: () => writer.flush(),
    finish: async () => {
      await writer.write(resampler.convert(null))
      resampler.close()
      await writer.finish()
    },
    abandon: () => {
      resampler.close()
      return writer.abandon()
    },
  }
}
