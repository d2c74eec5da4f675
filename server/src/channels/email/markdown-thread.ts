import type { ConsoleHome } from '../../lib/console-link.ts'
import { renderMarkdown } from './render-markdown.ts'

export interface MarkdownRequest {
  source: string
  home: ConsoleHome
}

export function work({ source, home }: MarkdownRequest): string {
  return renderMarkdown(source, home).html
}
