import { Toggle } from '../../ui/toggle.tsx'
import { ColourChoice } from './colour-choice.tsx'
import type { Box } from './tool-result.ts'

interface Props {
  backdrop: string | undefined
  onBackdrop: (colour: string | undefined) => void
  /** Where the subject is; nothing when the result is cropped already. */
  crop: Box | undefined
  isCropped: boolean
  onCropped: (isCropped: boolean) => void
}

/** What can still be decided about a cut-out, without running the tool again. */
export function CutOutOptions({ backdrop, onBackdrop, crop, isCropped, onCropped }: Props) {
  return (
    <>
      <ColourChoice label="Behind the subject" value={backdrop} onChange={onBackdrop} />
      {crop && (
        <Toggle
          label="Crop to the subject"
          hint={`${crop.width} × ${crop.height} px`}
          isSelected={isCropped}
          onChange={onCropped}
        />
      )}
    </>
  )
}
