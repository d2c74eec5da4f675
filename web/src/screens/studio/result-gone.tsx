import { ImageOff } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'

export function ResultGone() {
  return (
    <Empty icon={<ImageOff size={22} />} title="This image no longer exists">
      It was deleted, or it was kept for one day only.
    </Empty>
  )
}
