import { GenerationSettings } from './generation-settings.tsx'
import { OutpaintExtent } from './outpaint-extent.tsx'
import type { SettingsProps } from './settings-form.tsx'

/** The area to add, and how to generate it. */
export function OutpaintSettings(props: SettingsProps<'image-outpainting'>) {
  return (
    <>
      <OutpaintExtent {...props} />
      <GenerationSettings {...props} isPromptRequired />
    </>
  )
}
