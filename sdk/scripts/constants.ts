import type { ApiDocument } from './document.ts'

export interface NamedNumbers {
  name: string
  description: string
  values: Record<string, number>
}

/** The numbers of the contract that have names, such as the access of a board. */
export function namedNumbers(document: ApiDocument): NamedNumbers[] {
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const { 'x-enum-varnames': names, enum: numbers = [], description = '' } = schema
    if (!names) return []
    const values = names.map((own, at) => [own, numbers[at] as number] as const)
    return [{ name, description, values: Object.fromEntries(values) }]
  })
}

export function constantsModule(numbers: NamedNumbers[]): string {
  return numbers
    .map(({ name, description, values }) => {
      const rows = Object.entries(values).map(([own, value]) => `  ${own}: ${value},`)
      return `/** ${description} */
export const ${name} = {
${rows.join('\n')}
} as const

export type ${name} = (typeof ${name})[keyof typeof ${name}]
`
    })
    .join('\n')
}
