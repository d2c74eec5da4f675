import { stepSchemas } from '../../server/src/features/workflows/definition/step-schemas.ts'
import { code, count, table } from './table.ts'

/** The parts of JSON Schema that the schemas of steps use. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  maxProperties?: number
}

/** Every type of step with its fields. */
export function stepTables(): string {
  return Object.entries(stepSchemas)
    .map(([type, schema]) => {
      const { description = '', properties = {}, required = [] } = schema as Schema
      const rows = Object.entries(properties)
        .filter(([name]) => name !== 'type')
        .map(([name, field]) => [
          code(name) + (required.includes(name) ? ' (required)' : ''),
          describeType(field),
          [field.description, describeLimits(field)].filter(Boolean).join(' '),
        ])
      return `## ${code(type)}\n\n${description}\n\n${table(['Field', 'Type', 'Notes'], rows)}`
    })
    .join('\n\n')
}

function describeType(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ')
  if (schema.type === 'array') {
    const { properties } = schema.items ?? {}
    return properties ? `list of {${Object.keys(properties).join(', ')}}` : 'list of steps'
  }
  if (schema.properties) return `{${Object.keys(schema.properties).join(', ')}}`
  if (schema.patternProperties) {
    const isOfSteps = Object.values(schema.patternProperties)[0]?.type === 'array'
    return isOfSteps ? 'object of lists of steps' : 'object'
  }
  return schema.type ?? 'any'
}

function describeLimits(schema: Schema): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, maxItems, maxProperties } = schema
  const parts = [
    minimum !== undefined && `At least ${count(minimum)}.`,
    exclusiveMinimum !== undefined && `More than ${count(exclusiveMinimum)}.`,
    maximum !== undefined && `At most ${count(maximum)}.`,
    maxLength !== undefined && `At most ${count(maxLength)} characters.`,
    maxItems !== undefined && `At most ${count(maxItems)} entries.`,
    maxProperties !== undefined && `At most ${count(maxProperties)} entries.`,
    schema.default !== undefined && `Default: ${code(JSON.stringify(schema.default))}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
