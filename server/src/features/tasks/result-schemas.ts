import { Type } from 'typebox'

/** A file in the result of a task. */
export const madeFile = {
  asset_id: Type.String({ format: 'uuid', description: 'The asset. A transient one expires.' }),
  url: Type.String({ description: 'Signed; expires after a day.' }),
  content_type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
}

/** Facts that every tool reports beside its files. */
export const toolFacts = {
  storage: Type.Enum(['asset', 'transient']),
  warnings: Type.Array(Type.String()),
  timings: Type.Record(Type.String(), Type.Number(), { description: 'Milliseconds by step.' }),
}
