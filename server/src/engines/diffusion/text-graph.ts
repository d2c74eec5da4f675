import type { OnnxWriter } from '../onnx-writer.ts'
import { type GraphLayers, graphLayers } from './graph-layers.ts'
import type { GraphTarget } from './graph-operations.ts'
import type { Tensors } from './open-weights.ts'

/** CLIP's text encoder: token ids to one vector for each position. */
export async function writeTextEncoder(
  onnx: OnnxWriter,
  tensors: Tensors,
  { heads, target }: { heads: number; target: GraphTarget },
): Promise<void> {
  const layers = graphLayers(onnx, tensors, target)
  const read = async (name: string) =>
    layers.constant(name, tensors.shape(name), await tensors.read(name))
  const [positions = 0, width = 0] = tensors.shape('embeddings.position_embedding.weight')
  const ids = onnx.input('input_ids', ['batch', positions], 'int64')
  const table = await read('embeddings.token_embedding.weight')
  const [embedded] = onnx.node('Gather', [table, ids])
  let x = layers.add(embedded, await read('embeddings.position_embedding.weight'))
  for (let layer = 0; layers.has(`encoder.layers.${layer}.layer_norm1.weight`); layer++) {
    x = await block(layers, x, `encoder.layers.${layer}`, { heads, causalTokens: positions })
  }
  x = await layers.layerNorm(x, 'final_layer_norm')
  layers.output(x, 'last_hidden_state', ['batch', positions, width])
}

async function block(
  { linear, layerNorm, attention, headWidth, add, multiply, scalar, sigmoid }: GraphLayers,
  x: string,
  name: string,
  shape: { heads: number; causalTokens: number },
): Promise<string> {
  const normal = await layerNorm(x, `${name}.layer_norm1`)
  const mixed = attention(
    {
      query: await linear(normal, `${name}.self_attn.q_proj`),
      key: await linear(normal, `${name}.self_attn.k_proj`),
      value: await linear(normal, `${name}.self_attn.v_proj`),
    },
    { ...shape, headWidth: headWidth(`${name}.self_attn.q_proj`, shape.heads) },
  )
  const attended = add(x, await linear(mixed, `${name}.self_attn.out_proj`))
  const middle = await linear(await layerNorm(attended, `${name}.layer_norm2`), `${name}.mlp.fc1`)
  // OpenAI's approximation of Gelu.
  const active = multiply(middle, sigmoid(multiply(middle, scalar(1.702))))
  return add(attended, await linear(active, `${name}.mlp.fc2`))
}
