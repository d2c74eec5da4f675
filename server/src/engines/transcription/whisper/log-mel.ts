import { sampleRate } from '../../media/audio-decoder.ts'
import type { OnnxWriter } from '../../onnx-writer.ts'

const windowSamples = 400
const hopSamples = 160
const bins = windowSamples / 2 + 1

/** The model always hears 30 seconds. */
export const maxSamples = 30 * sampleRate
/** One column of the model's attention is 20 ms. */
export const samplesPerColumn = 320

/** Adds the log-mel spectrum to a graph: a Fourier transform is a convolution with waves. */
export async function melFrames(
  onnx: OnnxWriter,
  audio: string,
  filters: Float32Array,
  mels: number,
): Promise<string> {
  const waves = onnx.constant('waves', [bins * 2, 1, windowSamples], fourierWaves())
  const spectrum = onnx.node('Conv', [audio, waves], {
    strides: [hopSamples],
    kernel_shape: [windowSamples],
  })
  const [cosines, sines] = onnx.node('Split', [...spectrum, onnx.ints([bins, bins])], { axis: 1 }, [
    'cosines',
    'sines',
  ]) as [string, string]
  const power = onnx.node('Add', [
    ...onnx.node('Mul', [cosines, cosines]),
    ...onnx.node('Mul', [sines, sines]),
  ])
  const bands = onnx.node('MatMul', [onnx.constant('filters', [mels, bins], filters), ...power])
  const [log] = onnx.node('Log', onnx.node('Max', [...bands, onnx.scalar(1e-10)]))
  const [decades] = onnx.node('Mul', [log, onnx.scalar(Math.LOG10E)])
  const loudest = onnx.node('ReduceMax', [decades], { keepdims: 1 })
  const floor = onnx.node('Sub', [...loudest, onnx.scalar(8)])
  const [clamped] = onnx.node('Max', [decades, ...floor])
  const shifted = onnx.node('Add', [clamped, onnx.scalar(4)])
  return onnx.node('Mul', [...shifted, onnx.scalar(0.25)])[0]
}

/** 30 seconds of audio, mirrored at both ends so that the first and last frame are whole. */
export function paddedAudio(samples: Float32Array): Float32Array {
  const half = windowSamples / 2
  const heard = samples.subarray(0, maxSamples)
  // 3,000 frames; a transform of the last half window would be the 3,001st.
  const padded = new Float32Array(maxSamples + windowSamples - hopSamples)
  padded.set(heard, half)
  for (let at = 0; at < half; at++) padded[half - 1 - at] = heard[at + 1] ?? 0
  return padded
}

/** Rows of cosines, then of sines, each under a Hann window. */
function fourierWaves(): Float32Array {
  const waves = new Float32Array(bins * 2 * windowSamples)
  for (let at = 0; at < windowSamples; at++) {
    const hann = 0.5 * (1 - Math.cos((2 * Math.PI * at) / windowSamples))
    for (let bin = 0; bin < bins; bin++) {
      const angle = (2 * Math.PI * bin * at) / windowSamples
      waves[bin * windowSamples + at] = Math.cos(angle) * hann
      waves[(bins + bin) * windowSamples + at] = Math.sin(angle) * hann
    }
  }
  return waves
}
