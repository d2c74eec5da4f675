import { Budget } from '../../server/src/features/workflows/definition/budget.ts'
import { evaluate } from '../../server/src/features/workflows/definition/expressions.ts'
import { examples, scope } from './expression-examples.ts'
import { code, table } from './table.ts'

/** Every function of expressions, with an example and its value. */
export function expressionTables(): string {
  const around = `\`\`\`json scope\n${JSON.stringify(scope, null, 1).replaceAll(/\n {3,}|\n {2}(?=[}\]])/g, ' ')}\n\`\`\``
  const tables = [...Map.groupBy(examples, ({ group }) => group)].map(([group, ofGroup]) => {
    const rows = ofGroup.map(({ does, expression }) => [
      code(expression),
      code(JSON.stringify(evaluate(expression, scope, new Budget()))),
      does,
    ])
    return `## ${group}\n\n${table(['Expression', 'Value', 'Notes'], rows)}`
  })
  return ['The examples use these values:', around, ...tables].join('\n\n')
}
