import { Toggle } from '../../ui/toggle.tsx'
import { ColourChoice } from './colour-choice.tsx'
import type { Box } from './tool-result.ts'

interface Props {
  backdrop: string | undefined
  onBackdrop: (colour: string | undefined) => void
  /** The position of the subject; undefined if the result is already cropped. */
  crop: Box | undefined
  isCropped: boolean
  onCropped: (isCropped: boolean) => void
}

/** Options for a cut-out that don't need another run of the tool. */
export function CutOutOptions({ backdrop, onBackdrop, crop, isCropped, onCropped }: Props) {
  return (
    <>
      <ColourChoice label="Background" value={backdrop} onChange={onBackdrop} />
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
