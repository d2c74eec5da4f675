/** What is to be said, before it is cut into sentences. Times are of the listener's clock. */
export type Piece =
  /** `spoken` stands in for the reading of `text` where the writer has settled it. */
  | { kind: 'text'; text: string; spoken?: string }
  | { kind: 'pause'; pauseMs: number }
  | { kind: 'sentence-end' }
  | { kind: 'paragraph-end' }

/** Plain text: blank lines part paragraphs, list items are sentences, other lines flow on. */
export function plainPieces(text: string): Piece[] {
  return text.split(/\n\s*\n/).flatMap((paragraph): Piece[] => {
    const items = paragraph.split(/\n(?=\s*(?:[-*•]|\d{1,3}[.)])\s)/)
    const lines = items.flatMap((item): Piece[] => [
      { kind: 'text', text: item.replace(/^\s*[-*•]\s+/, '') },
      { kind: 'sentence-end' },
    ])
    return [...lines, { kind: 'paragraph-end' }]
  })
}
