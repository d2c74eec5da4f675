import { EngineError } from '../engine-error.ts'
import { sampleRate } from '../media/audio-decoder.ts'
import { openCpuSession } from '../model-session.ts'
import { Tensor } from '../onnxruntime.ts'

/** The detector's frame: 32 ms, a whole number so times stay exact. */
export const frameSamples = 512
export const frameMs = 32

/** The detector also gets the end of the previous frame. */
const contextSamples = 64
const stateSize = 128

/**
 * The detector is stateful from frame to frame. It reads several stretches in parallel, which costs
 * half as much, with one second of warm-up before each. So its result for a frame depends only on
 * the surrounding audio, not on where a run started.
 */
const laneFrames = 256
const maxLanes = 16
const warmUpFrames = 32

export const windowFrames = laneFrames * maxLanes
export const leadSamples = warmUpFrames * frameSamples + contextSamples

/** Speech probability of each whole frame of `samples`, which start with `leadSamples`. */
export type DetectSpeech = (samples: Float32Array) => Promise<Float32Array>

/** Silero, a 2 MB model that tells speech from noise and music. */
export async function openDetector(modelPath: string): Promise<DetectSpeech> {
  const silero = await openCpuSession(modelPath, 1)
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(sampleRate)), [])
  return async (samples) => {
    const frames = Math.ceil((samples.length - leadSamples) / frameSamples)
    const lanes = Math.ceil(frames / laneFrames)
    const probabilities = new Float32Array(frames)
    let state = new Tensor('float32', new Float32Array(2 * lanes * stateSize), [
      2,
      lanes,
      stateSize,
    ])
    for (let step = -warmUpFrames; step < Math.min(laneFrames, frames); step++) {
      const input = sliceStreams(samples, lanes, step)
      const { output, stateN } = await silero.run({ input, state, sr: rate })
      if (!(output?.data instanceof Float32Array) || !stateN) throw unexpected()
      state = stateN as typeof state
      for (let lane = 0; lane < lanes && step >= 0; lane++) {
        const frame = lane * laneFrames + step
        if (frame < frames) probabilities[frame] = output.data[lane] ?? 0
      }
    }
    return probabilities
  }
}

/** One frame of each lane with its context. Silence after the end of the audio. */
function sliceStreams(samples: Float32Array, lanes: number, step: number): Tensor {
  const width = contextSamples + frameSamples
  const input = new Float32Array(lanes * width)
  for (let lane = 0; lane < lanes; lane++) {
    const frame = warmUpFrames + lane * laneFrames + step
    const start = frame * frameSamples
    input.set(samples.subarray(start, start + width), lane * width)
  }
  return new Tensor('float32', input, [lanes, width])
}

function unexpected(): EngineError {
  return new EngineError('model_unusable', 'The speech detector returned an unexpected result.')
}
