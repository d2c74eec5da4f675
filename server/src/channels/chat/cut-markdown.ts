import { wholeWords } from '../../lib/cut-text.ts'

const longestFence = 10

/** Cuts Markdown to `maxLength` without leaving an open code block or a partial link. */
export function cutMarkdown(markdown: string, maxLength: number, ending: string): string {
  if (markdown.length <= maxLength) return markdown
  const room = maxLength - ending.length - longestFence - 2
  const head = withoutHalfLink(wholeWords(markdown, Math.max(0, room)))
  const fence = openFence(head)
  return fence ? `${head}\n${fence}\n${ending}` : `${head}${ending}`
}

function withoutHalfLink(text: string): string {
  const tail = text.slice(-500)
  const half = tail.search(/!?\[[^\]\n]*(\]\([^)\s]*)?$/)
  return half < 0 ? text : text.slice(0, text.length - tail.length + half).trimEnd()
}

/** The fence that closes the code block at the end of the text, if there is one. */
function openFence(text: string): string | undefined {
  let open: string | undefined
  for (const line of text.split('\n')) {
    const fence = new RegExp(`^ {0,3}(\`{3,${longestFence}}|~{3,${longestFence}})`).exec(line)?.[1]
    if (!fence) continue
    if (!open) open = fence
    else if (fence.startsWith(open)) open = undefined
  }
  return open
}
