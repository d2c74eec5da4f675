/** Everything that the help and the command line parser need to know about an operation. */

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

export interface Shape {
  /** The allowed JSON types; any type if omitted. */
  types?: JsonType[]
  enum?: (string | number | boolean)[]
  /** For an array. */
  items?: Shape
  format?: string
  min?: number
  max?: number
}

export interface Param extends Shape {
  name: string
  says?: string
}

export interface Field extends Param {
  /** The option without the dashes. */
  flag: string
  in: 'query' | 'body'
  isRequired?: true
  default?: unknown
}

export interface OperationSpec {
  /** The operationId in the document. */
  id: string
  /** The method of the SDK. */
  method: string
  summary: string
  says?: string
  permission: string
  /** Another permission that also admits. */
  orPermission?: string
  /** Path parameters, or what replaces them. */
  params: Param[]
  fields: Field[]
  takes?: 'query' | 'body' | 'raw' | 'file'
  gives: 'json' | 'nothing' | 'file' | 'stream'
  /** `--follow` prints a stream instead of a single response. */
  isFollowable?: true
  isPaged?: true
  isPublic?: true
  isKeyed?: true
  takesIfMatch?: true
  /** Arguments of a command line that works, after the verb. */
  example: string[]
}

/** The operations of a noun, by verb. */
export type NounSpec = Record<string, OperationSpec>
