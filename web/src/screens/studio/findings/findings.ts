import type { FindFacesResult, ReadTextResult, Task } from '@atelier/sdk'
import type { Box } from '../tool-result.ts'

type Place = [x: number, y: number]

/** Something that a tool found in an image. */
interface Finding {
  text: string
  /** Shown softly after the text. */
  note: string
  /** Its outline in pixels of the upright image. */
  corners: Place[]
  /** Points inside it, such as eyes. */
  dots: Place[]
}

export interface Findings {
  width: number
  height: number
  all: Finding[]
  /** What to copy. */
  text: string
  /** Such as "2 faces found". */
  summary: string
}

export function readFindings({ kind, result }: Pick<Task, 'kind' | 'result'>): Findings {
  return kind === 'read-text'
    ? readLines(result as unknown as ReadTextResult)
    : readFaces(result as unknown as FindFacesResult)
}

function readLines({ lines, text, width, height }: ReadTextResult): Findings {
  const all = lines.map(({ text, confidence, corners }) => ({
    text,
    note: formatPercent(confidence),
    corners: corners as Place[],
    dots: [],
  }))
  return { width, height, all, text, summary: summarize(all.length, 'line') }
}

function readFaces({ faces, width, height }: FindFacesResult): Findings {
  const all = faces.map(({ box, score, landmarks, is_cut_off }, index) => ({
    text: `Face ${index + 1}`,
    note: [
      `${box.width} × ${box.height} px`,
      formatPercent(score),
      ...(is_cut_off ? ['cut off by the edge'] : []),
    ].join(', '),
    corners: listCorners(box),
    dots: Object.values(landmarks) as Place[],
  }))
  const text = all.map(({ text, note }) => `${text}: ${note}`).join('\n')
  return { width, height, all, text, summary: summarize(all.length, 'face') }
}

function listCorners({ left, top, width, height }: Box): Place[] {
  const [right, bottom] = [left + width, top + height]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

const formatPercent = (share: number) => `${Math.round(share * 100)} % sure`

function summarize(count: number, noun: 'line' | 'face'): string {
  if (count === 0) return noun === 'line' ? 'No text found' : 'No faces found'
  return `${count} ${noun}${count === 1 ? '' : 's'} found`
}
