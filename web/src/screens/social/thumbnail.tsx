import type { Entry } from './queries.ts'

interface Props {
  media: Entry['media']
  className: string | undefined
}

/** A small image of the first image or video of a post. */
export function Thumbnail({ media, className }: Props) {
  const found = media.find(({ thumbnail }) => thumbnail)?.thumbnail
  if (!found) return null
  return <img src={found} alt="" className={className} loading="lazy" draggable={false} />
}
