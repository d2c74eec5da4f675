import { ImageOff } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'

export function ResultGone() {
  return (
    <Empty icon={<ImageOff size={22} />} title="The picture is gone">
      It was deleted, or it was to be kept for a day only.
    </Empty>
  )
}
