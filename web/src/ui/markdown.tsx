import { Fragment } from 'react'
import ReactMarkdown from 'react-markdown'
import styles from './markdown.module.css'
import { splitTables, type Table } from './split-tables.ts'

/** Links and nothing else from elsewhere: a picture would tell its server who reads, and when. */
const allowed = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'ul',
]
const allowedInCells = ['a', 'br', 'code', 'del', 'em', 'strong']

/** Text that somebody wrote, as elements; HTML in it stays text. */
export function Markdown({ text }: { text: string }) {
  const pieces = splitTables(text)
  return (
    <div className={styles.markdown}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
        <Fragment key={index}>
          {'text' in piece ? (
            <Elements text={piece.text} names={allowed} />
          ) : (
            <TableElement table={piece.table} />
          )}
        </Fragment>
      ))}
    </div>
  )
}

function TableElement({ table: { head, rows } }: { table: Table }) {
  const numbered = (cells: string[]) => head.map((_, column) => ({ column, text: cells[column] }))
  return (
    <div className={styles.tableBox}>
      <table>
        <thead>
          <tr>
            {numbered(head).map(({ column, text = '' }) =>
              // A corner without a word heads nothing.
              text === '' ? (
                <td key={column} />
              ) : (
                <th key={column} scope="col">
                  <Elements text={text} names={allowedInCells} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text have no other name
            <tr key={index}>
              {numbered(cells).map(({ column, text = '' }) => (
                <td key={column}>
                  <Elements text={text} names={allowedInCells} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Elements({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <ReactMarkdown
      allowedElements={names}
      unwrapDisallowed
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noreferrer">
            {children}
          </a>
        ),
      }}
    >
      {text}
    </ReactMarkdown>
  )
}
