/** The content to speak, before it is split into sentences. Pauses are in playback time. */
export type Piece =
  /** `spoken` overrides the reading of `text` if the author specified one. */
  | { kind: 'text'; text: string; spoken?: string }
  | { kind: 'pause'; pauseMs: number }
  | { kind: 'sentence-end' }
  | { kind: 'paragraph-end' }

/** Plain text: blank lines separate paragraphs, list items are sentences, other lines continue. */
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
