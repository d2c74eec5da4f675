import type { OnnxWriter } from '../onnx-writer.ts'

export interface AttentionInputs {
  query: string
  key: string
  value: string
}

export interface AttentionShape {
  heads: number
  headWidth: number
  /** Each of this many tokens sees only itself and those before. */
  causalTokens?: number
}

/** The weights of all heads would take 1 GB at 512 × 512, so both ways work in pieces. */
export function attendFused(
  onnx: OnnxWriter,
  { query, key, value }: AttentionInputs,
  { heads, causalTokens }: AttentionShape,
): string {
  const settings = { num_heads: heads, unidirectional: causalTokens === undefined ? 0 : 1 }
  const inputs = [query, key, value]
  return onnx.node('MultiHeadAttention', inputs, settings, undefined, 'com.microsoft')[0]
}

/** One head after another. On WebGPU, the fused operation returned wrong numbers. */
export function attendByHead(
  onnx: OnnxWriter,
  constant: (name: string, shape: number[], data: Float32Array) => string,
  { query, key, value }: AttentionInputs,
  { heads, headWidth, causalTokens }: AttentionShape,
): string {
  const split = (x: string, perm: number[]): string[] => {
    const [shaped] = onnx.node('Reshape', [x, onnx.ints([0, 0, heads, headWidth])])
    const [turned] = onnx.node('Transpose', [shaped], { perm })
    if (heads === 1) return [turned]
    const names = Array.from({ length: heads }, (_, head) => `${turned}.${head}`)
    return onnx.node('Split', [turned], { axis: 1, num_outputs: heads }, names)
  }
  const factor = constant(`scale_${headWidth}`, [], Float32Array.of(headWidth ** -0.5))
  const queries = split(onnx.node('Mul', [query, factor])[0], [0, 2, 1, 3])
  const keys = split(key, [0, 2, 3, 1])
  const values = split(value, [0, 2, 1, 3])
  const mixed = queries.map((one, head) => {
    const scores = onnx.node('MatMul', [one, keys[head] ?? ''])
    const seen = causalTokens
      ? onnx.node('Add', [...scores, causalMask(constant, causalTokens)])
      : scores
    return onnx.node('MatMul', [...onnx.node('Softmax', seen), values[head] ?? ''])[0]
  })
  const [all] = heads === 1 ? mixed : onnx.node('Concat', mixed, { axis: 1 })
  const [turned] = onnx.node('Transpose', [all ?? ''], { perm: [0, 2, 1, 3] })
  return onnx.node('Reshape', [turned, onnx.ints([0, 0, -1])])[0]
}

function causalMask(
  constant: (name: string, shape: number[], data: Float32Array) => string,
  tokens: number,
): string {
  const mask = Float32Array.from({ length: tokens * tokens }, (_, index) =>
    index % tokens > Math.floor(index / tokens) ? -10_000 : 0,
  )
  return constant('causal_mask', [tokens, tokens], mask)
}
