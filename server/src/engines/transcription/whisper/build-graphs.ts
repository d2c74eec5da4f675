import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type OnnxWriter, onnxWriter } from '../../onnx-writer.ts'
import { quantise } from '../../quantise.ts'
import { melFrames } from './log-mel.ts'
import type { Ggml } from './read-ggml.ts'

/** A new number makes every installation build its graphs again. */
const version = 1
const norm = { epsilon: { float: 1e-5 } }

export interface GraphFiles {
  encoder: string
  decoder: string
}

/**
 * Converts the weights to two ONNX graphs with 8-bit matrices, once: they are kept beside the
 * weights. Two processes may build them at the same time; the last one to finish replaces the same
 * bytes.
 */
export async function graphFiles(modelPath: string, ggml: Ggml): Promise<GraphFiles> {
  const folder = join(dirname(modelPath), `onnx-${version}`)
  const files = { encoder: join(folder, 'encoder.onnx'), decoder: join(folder, 'decoder.onnx') }
  if ((await exists(files.encoder)) && (await exists(files.decoder))) return files
  await mkdir(folder, { recursive: true })
  for (const [path, build] of [
    [files.encoder, buildEncoder],
    [files.decoder, buildDecoder],
  ] as const) {
    const made = `${path}.${process.pid}.new`
    try {
      await (await build(ggml)).write(made)
      await rename(made, path)
    } finally {
      await rm(made, { force: true })
    }
  }
  return files
}

/** Audio to the keys and values that every step of the decoder attends to. */
async function buildEncoder(ggml: Ggml): Promise<OnnxWriter> {
  const { state, heads, layers, audioContext, mels } = ggml.shape
  const onnx = onnxWriter()
  const read = layerReader(ggml, onnx)
  let x = await melFrames(onnx, onnx.input('audio', [1, 1, 'samples']), ggml.filters, mels)
  for (const [name, stride] of [
    ['conv1', 1],
    ['conv2', 2],
  ] as const) {
    const { shape = [] } = ggml.tensors.get(`encoder.${name}.weight`) ?? {}
    const weight = onnx.constant(name, shape, await ggml.read(`encoder.${name}.weight`))
    const bias = onnx.constant(`${name}.bias`, [state], await ggml.read(`encoder.${name}.bias`))
    const settings = { strides: [stride], pads: [1, 1], kernel_shape: [3] }
    ;[x] = onnx.node('Gelu', onnx.node('Conv', [x, weight, bias], settings))
  }
  ;[x] = onnx.node('Transpose', [x], { perm: [0, 2, 1] })
  const positions = await ggml.read('encoder.positional_embedding')
  ;[x] = onnx.node('Add', [x, onnx.constant('positions', [1, audioContext, state], positions)])
  for (let layer = 0; layer < layers; layer++) {
    const block = `encoder.blocks.${layer}`
    const [query, key, value] = await read.attentionInputs(
      `${block}.attn`,
      await read.norm(x, `${block}.attn_ln`),
    )
    const [keys] = onnx.node('Transpose', [key], { perm: [0, 1, 3, 2] })
    const [weights] = onnx.node('Softmax', onnx.node('MatMul', [query, keys]))
    x = await read.attentionOutput(x, `${block}.attn.out`, weights, value)
    x = await read.mlp(x, block)
  }
  x = await read.norm(x, 'encoder.ln_post')
  for (let layer = 0; layer < layers; layer++) {
    const name = `decoder.blocks.${layer}.cross_attn`
    const [key] = read.split(await read.linear(x, `${name}.key`), heads)
    onnx.node('Transpose', [key], { perm: [0, 1, 3, 2] }, [`key.${layer}`])
    const value = await read.linear(x, `${name}.value`)
    read.split(value, heads, `value.${layer}`)
    onnx.output(`key.${layer}`, [1, heads, state / heads, audioContext])
    onnx.output(`value.${layer}`, [1, heads, audioContext, state / heads])
  }
  return onnx
}

/** One or more tokens to the logits of the next one. The caller keeps the past keys and values. */
async function buildDecoder(ggml: Ggml): Promise<OnnxWriter> {
  const { state, heads, layers, audioContext, vocabulary } = ggml.shape
  const onnx = onnxWriter()
  const read = layerReader(ggml, onnx)
  const size = state / heads
  let x = onnx.input('tokens', [1, 'count', state])
  const mask = onnx.input('mask', ['count', 'total'])
  for (let layer = 0; layer < layers; layer++) {
    const block = `decoder.blocks.${layer}`
    const pastKey = onnx.input(`past_key.${layer}`, [1, heads, 'past', size])
    const pastValue = onnx.input(`past_value.${layer}`, [1, heads, 'past', size])
    const crossKey = onnx.input(`key.${layer}`, [1, heads, size, audioContext])
    const crossValue = onnx.input(`value.${layer}`, [1, heads, audioContext, size])
    const [query, key, value] = await read.attentionInputs(
      `${block}.attn`,
      await read.norm(x, `${block}.attn_ln`),
    )
    onnx.node('Concat', [pastKey, key], { axis: 2 }, [`new_key.${layer}`])
    onnx.node('Concat', [pastValue, value], { axis: 2 }, [`new_value.${layer}`])
    onnx.output(`new_key.${layer}`, [1, heads, 'total', size])
    onnx.output(`new_value.${layer}`, [1, heads, 'total', size])
    const [keys] = onnx.node('Transpose', [`new_key.${layer}`], { perm: [0, 1, 3, 2] })
    const [scores] = onnx.node('Add', [...onnx.node('MatMul', [query, keys]), mask])
    const [weights] = onnx.node('Softmax', [scores])
    x = await read.attentionOutput(x, `${block}.attn.out`, weights, `new_value.${layer}`)

    const normal = await read.norm(x, `${block}.cross_attn_ln`)
    const asked = read.split(
      await read.linear(normal, `${block}.cross_attn.query`, size ** -0.5),
      heads,
    )
    const [crossScores] = onnx.node('MatMul', [asked[0], crossKey])
    onnx.node('Softmax', [crossScores], {}, [`attention.${layer}`])
    // The upper half knows which sound a token stands for.
    if (layer >= layers / 2) onnx.output(`attention.${layer}`, [1, heads, 'count', audioContext])
    x = await read.attentionOutput(x, `${block}.cross_attn.out`, `attention.${layer}`, crossValue)
    x = await read.mlp(x, block)
  }
  const [last] = onnx.node('Slice', [x, onnx.ints([-1]), onnx.ints([2 ** 31]), onnx.ints([1])])
  const weights = await ggml.read('decoder.token_embedding.weight')
  const normal = await read.norm(last, 'decoder.ln')
  read.matrix(normal, 'logits', weights, undefined, vocabulary, ['logits'])
  onnx.output('logits', [1, 1, vocabulary])
  return onnx
}

/** The building blocks that both graphs share. */
function layerReader(ggml: Ggml, onnx: OnnxWriter) {
  const { state, heads } = ggml.shape

  /** Multiplies by an 8-bit matrix whose rows are given, one scale per row. */
  const matrix = (
    x: string,
    name: string,
    rows: Float32Array,
    bias: Float32Array | undefined,
    width: number,
    outputs?: [string],
  ): string => {
    const depth = rows.length / width
    const { values, scales } = quantise(rows, width, depth)
    const inputs = [
      x,
      onnx.constant(`${name}.weight`, [depth, width], values),
      onnx.constant(`${name}.scale`, [width], scales),
      '',
      ...(bias ? [onnx.constant(`${name}.bias`, [width], bias)] : []),
    ]
    return onnx.node('DynamicQuantizeMatMul', inputs, {}, outputs, 'com.microsoft')[0]
  }

  const readLinear = async (name: string, scale = 1) => {
    const weight = await ggml.read(`${name}.weight`)
    const width = ggml.tensors.get(`${name}.weight`)?.shape[0] ?? 0
    const bias = ggml.tensors.has(`${name}.bias`)
      ? await ggml.read(`${name}.bias`)
      : new Float32Array(width)
    if (scale === 1) return { weight, bias, width }
    return { weight: weight.map((one) => one * scale), bias: bias.map((one) => one * scale), width }
  }

  const linear = async (x: string, name: string, scale = 1) => {
    const { weight, bias, width } = await readLinear(name, scale)
    return matrix(x, name, weight, bias, width)
  }

  const split = (x: string, count: number, output?: string): [string] => {
    const [shaped] = onnx.node('Reshape', [x, onnx.ints([1, -1, count, state / count])])
    const [result] = onnx.node(
      'Transpose',
      [shaped],
      { perm: [0, 2, 1, 3] },
      output ? [output] : undefined,
    )
    return [result]
  }

  return {
    matrix,
    linear,
    split,
    norm: async (x: string, name: string) => {
      const scale = onnx.constant(`${name}.weight`, [state], await ggml.read(`${name}.weight`))
      const bias = onnx.constant(`${name}.bias`, [state], await ggml.read(`${name}.bias`))
      return onnx.node('LayerNormalization', [x, scale, bias], norm)[0]
    },
    /** Queries, keys and values in one multiplication. Queries are scaled in their weights. */
    attentionInputs: async (name: string, x: string): Promise<[string, string, string]> => {
      const scale = (state / heads) ** -0.5
      const parts = [
        await readLinear(`${name}.query`, scale),
        await readLinear(`${name}.key`),
        await readLinear(`${name}.value`),
      ]
      const weight = joined(parts.map((part) => part.weight))
      const bias = joined(parts.map((part) => part.bias))
      const all = matrix(x, `${name}.all`, weight, bias, state * 3)
      const names = ['query', 'key', 'value'].map((part) => `${name}.${part}.flat`)
      onnx.node('Split', [all, onnx.ints([state, state, state])], { axis: 2 }, names)
      return names.map((part) => split(part, heads)[0]) as [string, string, string]
    },
    attentionOutput: async (x: string, name: string, weights: string, values: string) => {
      const [mixed] = onnx.node('MatMul', [weights, values])
      const [turned] = onnx.node('Transpose', [mixed], { perm: [0, 2, 1, 3] })
      const [flat] = onnx.node('Reshape', [turned, onnx.ints([1, -1, state])])
      return onnx.node('Add', [x, await linear(flat, name)])[0]
    },
    mlp: async (x: string, block: string) => {
      const scale = onnx.constant(
        `${block}.mlp_ln.weight`,
        [state],
        await ggml.read(`${block}.mlp_ln.weight`),
      )
      const bias = onnx.constant(
        `${block}.mlp_ln.bias`,
        [state],
        await ggml.read(`${block}.mlp_ln.bias`),
      )
      const [normal] = onnx.node('LayerNormalization', [x, scale, bias], norm)
      const [middle] = onnx.node('Gelu', [await linear(normal, `${block}.mlp.0`)])
      return onnx.node('Add', [x, await linear(middle, `${block}.mlp.2`)])[0]
    },
  }
}

function joined(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
