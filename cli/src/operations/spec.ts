/** What the help and the reading of a command line have to know of an operation. */

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

export interface Shape {
  /** What JSON may stand there; anything when left out. */
  types?: JsonType[]
  enum?: (string | number | boolean)[]
  /** Of an array. */
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
  /** Its option without the dashes. */
  flag: string
  in: 'query' | 'body'
  isRequired?: true
  default?: unknown
}

export interface OperationSpec {
  /** Its operationId in the document. */
  id: string
  /** Its method of the SDK. */
  method: string
  summary: string
  says?: string
  permission: string
  /** Parts of the path, or what stands for it. */
  params: Param[]
  fields: Field[]
  takes?: 'query' | 'body' | 'raw' | 'file'
  gives: 'json' | 'nothing' | 'file' | 'stream'
  /** `--follow` gives a stream instead of the one answer. */
  isFollowable?: true
  isPaged?: true
  isPublic?: true
  isKeyed?: true
  takesIfMatch?: true
  /** Words of a command line that works, after the verb. */
  example: string[]
}

/** Operations of a noun by their verb. */
export type NounSpec = Record<string, OperationSpec>
