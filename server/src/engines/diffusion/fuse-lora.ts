import type { Tensors } from './open-weights.ts'
import { unusableWeights } from './unusable-weights.ts'

/** Two thin matrices whose product is added to one weight of the UNet. */
interface Adapter {
  down: string
  up: string
  alpha?: string
}

/** The endings of the two matrices, as kohya, PEFT and diffusers name them. */
const endings: Record<string, keyof Adapter> = {
  '.lora_down.weight': 'down',
  '.lora_up.weight': 'up',
  '.lora_A.weight': 'down',
  '.lora_B.weight': 'up',
  '.lora.down.weight': 'down',
  '.lora.up.weight': 'up',
  '.alpha': 'alpha',
}

/** Whether a tensor belongs to the text encoder, which keeps its weights. */
const isOfTextEncoder = /^(lora_te_|text_encoder\.)/

/** The UNet with a LoRA added to its weights. */
export function withLora(unet: Tensors, lora: Tensors): Tensors {
  const adapters = findAdapters(unet, lora)
  return {
    ...unet,
    read: async (name) => {
      const weight = await unet.read(name)
      const adapter = adapters.get(name)
      if (adapter) await addAdapter(weight, unet.shape(name), lora, adapter)
      return weight
    },
  }
}

function findAdapters(unet: Tensors, lora: Tensors): Map<string, Adapter> {
  const byPlainName = new Map(
    unet.names
      .filter((name) => name.endsWith('.weight'))
      .map((name) => [plain(name.slice(0, -'.weight'.length)), name]),
  )
  const adapters = new Map<string, Partial<Adapter>>()
  for (const name of lora.names.filter((one) => !isOfTextEncoder.test(one))) {
    const ending = Object.keys(endings).find((one) => name.endsWith(one))
    const layer = ending && name.slice(0, -ending.length).replace(/^(lora_unet_|unet\.)/, '')
    const target = byPlainName.get(plain(layer ?? ''))
    if (!ending || !target) throw unusableWeights(`the LoRA doesn't fit the model at ${name}`)
    const adapter = adapters.get(target) ?? {}
    adapters.set(target, { ...adapter, [endings[ending] as string]: name })
  }
  return new Map(
    [...adapters].map(([name, { down, up, alpha }]) => {
      if (!down || !up) throw unusableWeights(`the LoRA has only one matrix for ${name}`)
      return [name, { down, up, ...(alpha && { alpha }) }]
    }),
  )
}

/** kohya writes an underscore for each dot. */
function plain(name: string): string {
  return name.replaceAll('.', '_')
}

async function addAdapter(
  weight: Float32Array,
  shape: number[],
  lora: Tensors,
  adapter: Adapter,
): Promise<void> {
  const [down, up] = [await lora.read(adapter.down), await lora.read(adapter.up)]
  const [rank = 0] = lora.shape(adapter.down)
  const [width = 0] = shape
  const depth = weight.length / width
  if (rank === 0 || down.length !== rank * depth || up.length !== width * rank) {
    throw unusableWeights(`the LoRA has another size than the model at ${adapter.down}`)
  }
  const alpha = adapter.alpha ? (await lora.read(adapter.alpha))[0] : undefined
  const scale = (alpha ?? rank) / rank
  for (let row = 0; row < width; row++) {
    for (let between = 0; between < rank; between++) {
      const factor = (up[row * rank + between] as number) * scale
      for (let column = 0; column < depth; column++) {
        const at = row * depth + column
        weight[at] = (weight[at] as number) + factor * (down[between * depth + column] as number)
      }
    }
  }
}
