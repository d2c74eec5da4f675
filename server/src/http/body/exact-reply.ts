import { writeJson } from '../../lib/exact-json/json-text.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

/** Writes replies that contain `JsonText`. Fields that the schema does not name are never sent. */
export function exactWriter({ properties, items }: JsonSchema): (value: unknown) => string {
  if (properties) {
    const writers = Object.entries(properties).map(([name, schema]) => {
      return { name, start: `${JSON.stringify(name)}:`, write: exactWriter(schema) }
    })
    return (value) => {
      const record = value as Record<string, unknown>
      const present = writers.filter(({ name }) => record[name] !== undefined)
      return `{${present.map(({ name, start, write }) => start + write(record[name])).join(',')}}`
    }
  }
  if (items) {
    const write = exactWriter(items)
    return (value) => `[${(value as unknown[]).map(write).join(',')}]`
  }
  return writeJson
}
