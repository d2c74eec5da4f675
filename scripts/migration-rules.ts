import { readContract } from '../server/src/platform/postgres/compatibility.ts'

export interface Finding {
  /** The line of the statement, from 1. */
  line: number
  rule: string
  message: string
}

interface Rule {
  name: string
  /** Whether the previous version fails after it, or only waits while it runs. */
  breaks: boolean
  message: string
  /** The table, if the statement breaks the rule; tables of the same migration don't count. */
  tableIn(statement: string): string | undefined
}

const table = String.raw`(?:only\s+)?(?:if\s+exists\s+)?"?([\w.]+)"?`
const alter = (rest: string) =>
  new RegExp(String.raw`^alter\s+table\s+${table}\b[\s\S]*?${rest}`, 'i')
const found = (pattern: RegExp) => (statement: string) => pattern.exec(statement)?.[1]

const addedColumn =
  /\badd\s+(?:column\s+)?(?!(?:constraint|check|unique|foreign|primary|exclude|column)\b)/i

const rules: Rule[] = [
  {
    name: 'not-null-column',
    breaks: true,
    message: 'The previous version inserts rows without this column. Give it a default.',
    tableIn: (statement) => {
      const columns = statement.split(addedColumn).slice(1)
      const isBroken = columns.some((text) => {
        const own = text.split(/,\s*(?:add|alter|drop)\b/i)[0] as string
        return /\bnot\s+null\b/i.test(own) && !/\b(?:default|generated)\b/i.test(own)
      })
      return isBroken ? found(alter(''))(statement) : undefined
    },
  },
  {
    name: 'set-not-null',
    breaks: true,
    message: 'The previous version may still write nulls.',
    tableIn: found(alter(String.raw`\bset\s+not\s+null\b`)),
  },
  {
    name: 'drop-default',
    breaks: true,
    message: 'The previous version may rely on the default.',
    tableIn: found(alter(String.raw`\bdrop\s+default\b`)),
  },
  {
    name: 'drop-column',
    breaks: true,
    message: 'The previous version may still use the column.',
    tableIn: found(
      alter(String.raw`\bdrop\s+(?:column\s+)?(?!constraint|not|default|identity|expression)\w`),
    ),
  },
  {
    name: 'rename',
    breaks: true,
    message: 'The previous version uses the old name.',
    tableIn: found(alter(String.raw`\brename\b(?!\s+constraint)`)),
  },
  {
    name: 'change-type',
    breaks: true,
    message: 'The previous version expects the old type, and the table is rewritten under a lock.',
    tableIn: found(alter(String.raw`\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b`)),
  },
  {
    name: 'new-constraint',
    breaks: true,
    message:
      'The previous version may break the constraint, and the check locks the table. Add it with NOT VALID.',
    tableIn: (statement) =>
      /\bnot\s+valid\b/i.test(statement)
        ? undefined
        : found(
            alter(
              String.raw`\badd\s+(?:constraint|check|unique|foreign\s+key|primary\s+key|exclude)\b`,
            ),
          )(statement),
  },
  {
    name: 'unique-index',
    breaks: true,
    message: 'The previous version may insert duplicates.',
    tableIn: found(new RegExp(String.raw`^create\s+unique\s+index\s[\s\S]*?\bon\s+${table}`, 'i')),
  },
  {
    name: 'drop-object',
    breaks: true,
    message: 'The previous version may still use it.',
    tableIn: found(
      /^drop\s+(?:table|view|materialized\s+view|function|procedure|type|domain|sequence|schema|trigger|policy|role)\s+(?:if\s+exists\s+)?"?([\w.]+)"?/i,
    ),
  },
  {
    name: 'revoke',
    breaks: true,
    message: 'The previous version may still need the permission.',
    tableIn: found(/^revoke\s[\s\S]*?\bon\s+(?:table\s+)?"?([\w.]+)"?/i),
  },
  {
    name: 'index-lock',
    breaks: false,
    message: 'Nobody can write to the table while the index is built.',
    tableIn: found(new RegExp(String.raw`^create\s+index\s[\s\S]*?\bon\s+${table}`, 'i')),
  },
  {
    name: 'rewrite-rows',
    breaks: false,
    message: 'Every row is locked until the migration ends. Fill the column in batches, in a job.',
    tableIn: (statement) =>
      /\bwhere\b/i.test(statement)
        ? undefined
        : found(
            new RegExp(String.raw`^(?:update|delete\s+from|truncate(?:\s+table)?)\s+${table}`, 'i'),
          )(statement),
  },
  {
    name: 'lock-table',
    breaks: false,
    message: 'Others wait for the lock until the migration ends.',
    tableIn: found(new RegExp(String.raw`^lock\s+(?:table\s+)?${table}`, 'i')),
  },
]

/** Migrations from this one on keep workspaces movable to other machines (docs/scaling.md). */
export const firstMovableMigration = 53

const uniqueColumns = /\bunique\b(?:\s+index\b[\s\S]*?\bon\s+\S+)?(?:\s*\(([^)]*)\))?/gi

const movableRules: { name: string; message: string; isBroken(statement: string): boolean }[] = [
  {
    name: 'policy-reads-table',
    message: 'A policy that reads another table keeps the schema from being distributed.',
    isBroken: (statement) => /^create\s+policy\b[\s\S]*\bfrom\b/i.test(statement),
  },
  {
    name: 'narrow-identity',
    message: 'Use "bigint generated always as identity".',
    isBroken: (statement) =>
      /\b(?:small|big)?serial\b|\b(?:integer|int|int4|smallint)\s+generated\s+(?:always|by\s+default)\s+as\s+identity\b/i.test(
        statement,
      ),
  },
  {
    name: 'names-public',
    message: 'The tables may live in another schema. Leave the name out.',
    isBroken: (statement) => /\bpublic\s*\.|\bschema\s+public\b/i.test(statement),
  },
  {
    name: 'extension-schema',
    message: 'Create the extension "with schema extensions".',
    isBroken: (statement) => /^create\s+extension\b(?![\s\S]*\bschema\b)/i.test(statement),
  },
  {
    name: 'unique-across-workspaces',
    message: 'Add workspace_id to the columns. Only the directory is unique across workspaces.',
    isBroken: (statement) =>
      /^(?:create|alter)\b/i.test(statement) &&
      [...statement.matchAll(uniqueColumns)].some(
        ([, columns = '']) => !/\bworkspace_id\b/i.test(columns),
      ),
  },
]

/** Finds what would keep the workspaces of a schema on one machine. */
export function findUnmovable(sql: string): Finding[] {
  return splitStatements(sql).flatMap(({ text, line, comments }) =>
    movableRules.flatMap(({ name, message, isBroken }) => {
      const isAllowed = new RegExp(String.raw`-- allow ${name}: \S.{9,}`).test(comments)
      return isAllowed || !isBroken(text) ? [] : [{ line, rule: name, message }]
    }),
  )
}

/**
 * Finds what a process of the previous version would not survive. A migration may break it only with
 * the header "-- contract: oldest 0031: reason": then it waits until no version without migration
 * 0031 runs. A statement that only locks may say why that is harmless: "-- allow index-lock: reason".
 */
export function migrationFindings(sql: string): Finding[] {
  const isContract = readContract(sql) !== undefined
  const statements = splitStatements(sql)
  const created = new Set(
    statements.flatMap(({ text }) => {
      const name = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?([\w.]+)"?/i.exec(
        text,
      )
      return name ? [name[1] as string] : []
    }),
  )
  const findings = statements.flatMap(({ text, line, comments }) =>
    rules.flatMap(({ name, breaks, message, tableIn }): Finding[] => {
      const target = tableIn(text)
      if (target === undefined || created.has(target)) return []
      const reason = new RegExp(String.raw`-- allow ${name}: \S.{9,}`).test(comments)
      return reason || (breaks && isContract) ? [] : [{ line, rule: name, message }]
    }),
  )
  return [...findings, ...uncheckable(statements)]
}

const risky =
  /\b(?:drop|rename|truncate|revoke|lock|update|delete|unique|constraint|set\s+not\s+null|type)\b/i

/** A block of code composes its statements, so a person has to judge one that could break something. */
function uncheckable(statements: readonly Statement[]): Finding[] {
  return statements
    .filter(({ text }) => /^do\b/i.test(text) && risky.test(text))
    .filter(({ comments }) => !/-- allow do-block: \S.{9,}/.test(comments))
    .map(({ line }) => ({
      line,
      rule: 'do-block',
      message: 'This check cannot read a block of code. Say why the previous version survives it.',
    }))
}

interface Statement {
  text: string
  line: number
  /** The comments directly in front of it. */
  comments: string
}

/** Splits at semicolons outside of quotes, dollar quotes and comments. */
export function splitStatements(sql: string): Statement[] {
  const token =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^-/'"$;]+|[\s\S]/g
  const statements: Statement[] = []
  let text = ''
  let comments = ''
  let line = 1
  let startLine = 1
  for (const [part] of sql.matchAll(token)) {
    const isComment = part.startsWith('--') || part.startsWith('/*')
    if (isComment) comments += `${part}\n`
    else if (part === ';') {
      statements.push({ text: text.trim(), line: startLine, comments })
      text = ''
      comments = ''
    } else {
      if (text.trim() === '')
        startLine = line + (part.length - part.trimStart().length ? leadingLines(part) : 0)
      text += part
    }
    line += part.split('\n').length - 1
  }
  if (text.trim()) statements.push({ text: text.trim(), line: startLine, comments })
  return statements.filter((statement) => statement.text !== '')
}

function leadingLines(part: string): number {
  return part.slice(0, part.length - part.trimStart().length).split('\n').length - 1
}
