import { ImageOff } from 'lucide-react'
import { fileUrl } from '../../app/file-url.ts'
import { Empty } from '../../ui/empty.tsx'
import { BeforeAfter, type ShownImage } from './before-after.tsx'
import { enclosing } from './frame-geometry.ts'
import type { Box, ResultPicture } from './tool-result.ts'
import { Variations } from './variations.tsx'

interface Props {
  kind: string
  pictures: ResultPicture[]
  chosen: number
  onChoose: (index: number) => void
  original: ShownImage | undefined
  /** An earlier result to compare with instead of the original. */
  earlier: ShownImage | undefined
  onEarlierGone: () => void
  /** The position of a cropped result in the original. */
  place: Box | undefined
  backdrop: string | undefined
  crop: Box | undefined
  isGone: boolean
  onGone: () => void
}

const painted = ['image-outpainting', 'generative-fill']

/** One image beside its original or an earlier result, or several to choose from. */
export function ResultStage(props: Props) {
  const { pictures, chosen, original, earlier, backdrop, onGone } = props
  const picture = pictures[chosen]
  if (props.isGone || !picture) {
    return (
      <Empty icon={<ImageOff size={22} />} title="This image no longer exists">
        It was deleted, or it was kept for one day only.
      </Empty>
    )
  }
  if (painted.includes(props.kind)) return <Variations {...props} />
  const after = { ...picture, url: fileUrl(picture.url) }
  if (earlier) {
    const frame = enclosing(earlier, after)
    return (
      <BeforeAfter
        key="earlier"
        before={{ ...earlier, ...frame }}
        after={{ ...after, ...frame }}
        words={['Earlier', 'Corrected']}
        backdrop={backdrop}
        onGone={props.onEarlierGone}
      />
    )
  }
  const { place, crop } = props
  return <BeforeAfter before={original} {...{ after, place, backdrop, crop, onGone }} />
}
