import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import styles from './markdown.module.css'
import { isReadableMarkdown } from './readable-markdown.ts'
import { WrittenLink } from './written-link.tsx'

/** No external content except links: an image would reveal to its server who reads it, and when. */
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
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]

const mention = /@\[([^\][\n]{1,200})\]\((user:\d{1,15})\)/g

const components: Components = {
  a: ({ href, children }) =>
    href?.startsWith('user:') ? (
      <span className={styles.mention}>{children}</span>
    ) : (
      <WrittenLink href={href ?? ''}>{children}</WrittenLink>
    ),
  table: ({ children }) => (
    <div className={styles.tableBox}>
      <table>{children}</table>
    </div>
  ),
  // An empty header cell is not a header.
  th: ({ children }) => (children ? <th scope="col">{children}</th> : <td />),
}

/** Renders user-written text; HTML in it stays text. `@[Mia Wong](user:12)` is a mention. */
export function Markdown({ text }: { text: string }) {
  if (!isReadableMarkdown(text)) return <pre className={styles.asWritten}>{text}</pre>
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        allowedElements={allowed}
        unwrapDisallowed
        urlTransform={(url) => (/^user:\d+$/.test(url) ? url : defaultUrlTransform(url))}
        components={components}
      >
        {text.replaceAll(mention, '[@$1]($2)')}
      </ReactMarkdown>
    </div>
  )
}
