import { Tensor } from 'onnxruntime-node'
import { EngineError } from '../engine-error.ts'
import { sampleRate } from '../media/audio-decoder.ts'
import { session } from './sessions.ts'

/** What the detector looks at in one step: 32 ms, a whole number so that times stay exact. */
export const frameSamples = 512
export const frameMs = 32

/** The detector is also shown the end of the frame before. */
const contextSamples = 64
const stateSize = 128

/**
 * The detector remembers, frame after frame. Here it reads several stretches side by side, which
 * costs half as much, and gets a second of what came before each to find its feet. So what it says
 * of a frame depends on the sound around it alone, not on where a run began.
 */
const laneFrames = 256
const maxLanes = 16
const warmUpFrames = 32

export const windowFrames = laneFrames * maxLanes
export const leadSamples = warmUpFrames * frameSamples + contextSamples

/** How likely each whole frame of `samples` is speech; `samples` begins with `leadSamples`. */
export type DetectSpeech = (samples: Float32Array) => Promise<Float32Array>

/** Silero, a model of 2 MB that tells speech from noise and music. */
export async function openDetector(modelPath: string): Promise<DetectSpeech> {
  const silero = await session(modelPath, 1)
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
      const input = lanesAt(samples, lanes, step)
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

/** One frame of each lane, each with its context; silence where the sound has ended. */
function lanesAt(samples: Float32Array, lanes: number, step: number): Tensor {
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
  return new EngineError('model_unusable', 'The speech detector gave an unexpected answer.')
}
