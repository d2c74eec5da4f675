import { open } from 'node:fs/promises'
import { bytesField, bytesHead, numberField } from './protobuf.ts'

/** Element types of onnx.proto. */
const types = { float: 1, uint8: 2, int8: 3, int64: 7, float16: 10 } as const
type ElementType = keyof typeof types

/** Field numbers of onnx.proto. */
const model = { irVersion: 1, opset: 8, graph: 7 }
const graph = { node: 1, name: 2, initializer: 5, input: 11, output: 12 }
const node = { input: 1, output: 2, operation: 4, attribute: 5, domain: 7 }
const tensor = { dimension: 1, type: 2, name: 8, data: 9, externalData: 13, dataLocation: 14 }

type Attribute = number | number[] | { float: number } | { text: string }
/** `Uint16Array` holds numbers in half precision. */
type Data = Float32Array | Uint16Array | Int8Array | BigInt64Array

/** A file in the model's folder that takes the large weights: a model itself can't exceed 2 GB. */
export interface DataFile {
  name: string
  /** Returns where the bytes start. */
  append(bytes: Uint8Array): number
}

/** Smaller constants stay in the model, where the runtime reads shapes from them. */
const minExternalBytes = 4096

/** Builds a model piece by piece and writes it to a file, without a second copy in memory. */
export function onnxWriter(dataFile?: DataFile) {
  const parts: Uint8Array[] = []
  const known = new Set<string>()
  let counter = 0

  const constant = (name: string, shape: number[], data: Data): string => {
    if (known.has(name)) return name
    known.add(name)
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const fields = [
      ...shape.map((size) => numberField(tensor.dimension, size)),
      numberField(tensor.type, findType(data)),
      bytesField(tensor.name, name),
    ]
    if (dataFile && bytes.length >= minExternalBytes) {
      parts.push(bytesField(graph.initializer, ...fields, ...externalFields(dataFile, bytes)))
      return name
    }
    fields.push(bytesHead(tensor.data, bytes.length))
    const size = fields.reduce((sum, field) => sum + field.length, 0) + bytes.length
    parts.push(bytesHead(graph.initializer, size), ...fields, bytes)
    return name
  }

  const head = () => {
    parts.push(bytesField(graph.name, 'atelier'))
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    const opset = (domain: string, version: number) =>
      bytesField(model.opset, bytesField(1, domain), numberField(2, version))
    return [
      numberField(model.irVersion, 9),
      opset('', 20),
      opset('com.microsoft', 1),
      bytesHead(model.graph, size),
    ]
  }

  return {
    constant,
    ints: (values: number[]) =>
      constant(`ints_${values.join('_')}`, [values.length], BigInt64Array.from(values, BigInt)),
    scalar: (value: number) => constant(`scalar_${value}`, [], Float32Array.of(value)),
    /** Adds an operation and returns the names of its outputs. */
    node: (
      operation: string,
      inputs: string[],
      attributes: Record<string, Attribute> = {},
      outputs = [`${operation}_${++counter}`],
      domain = '',
    ): [string, ...string[]] => {
      const fields = [
        ...inputs.map((name) => bytesField(node.input, name)),
        ...outputs.map((name) => bytesField(node.output, name)),
        bytesField(node.operation, operation),
        ...Object.entries(attributes).map(([name, value]) => attributeField(name, value)),
        ...(domain === '' ? [] : [bytesField(node.domain, domain)]),
      ]
      parts.push(bytesField(graph.node, ...fields))
      return outputs as [string, ...string[]]
    },
    input: (name: string, shape: (number | string)[], type: ElementType = 'float') => {
      parts.push(bytesField(graph.input, ...valueInfo(name, shape, type)))
      return name
    },
    output: (name: string, shape: (number | string)[]) =>
      void parts.push(bytesField(graph.output, ...valueInfo(name, shape, 'float'))),
    /** For small models. */
    bytes: () => Buffer.concat([...head(), ...parts]),
    write: async (path: string) => {
      await using file = await open(path, 'w')
      for (const part of [...head(), ...parts]) await file.write(part)
    },
  }
}

export type OnnxWriter = ReturnType<typeof onnxWriter>

function externalFields(file: DataFile, bytes: Uint8Array): Uint8Array[] {
  const place = { location: file.name, offset: file.append(bytes), length: bytes.length }
  const entries = Object.entries(place).map(([key, value]) =>
    bytesField(tensor.externalData, bytesField(1, key), bytesField(2, String(value))),
  )
  return [...entries, numberField(tensor.dataLocation, 1)]
}

function findType(data: Data): number {
  if (data instanceof Float32Array) return types.float
  if (data instanceof Uint16Array) return types.float16
  return data instanceof Int8Array ? types.int8 : types.int64
}

function attributeField(name: string, value: Attribute): Uint8Array {
  const [float, int, text, ints] = [1, 2, 3, 7]
  const head = bytesField(1, name)
  const kind = (code: number) => numberField(20, code)
  if (Array.isArray(value)) {
    return bytesField(node.attribute, head, ...value.map((one) => numberField(8, one)), kind(ints))
  }
  if (typeof value === 'number') {
    return bytesField(node.attribute, head, numberField(3, value), kind(int))
  }
  if ('text' in value) {
    return bytesField(node.attribute, head, bytesField(4, value.text), kind(text))
  }
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(2 * 8 + 5, 0)
  bytes.writeFloatLE(value.float, 1)
  return bytesField(node.attribute, head, bytes, kind(float))
}

function valueInfo(name: string, shape: (number | string)[], element: ElementType): Uint8Array[] {
  const dimensions = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : bytesField(2, size)),
  )
  const type = bytesField(1, numberField(1, types[element]), bytesField(2, ...dimensions))
  return [bytesField(1, name), bytesField(2, type)]
}
