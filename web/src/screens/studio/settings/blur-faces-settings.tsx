import { Segments } from '../../../ui/segments.tsx'
import { OutputFormat } from './output-format.tsx'
import type { SettingsProps } from './settings-form.tsx'

const looks = [
  { id: 'blur', label: 'Blur' },
  { id: 'pixelate', label: 'Pixelate' },
] as const

export function BlurFacesSettings({ settings, onChange }: SettingsProps<'blur-faces'>) {
  return (
    <>
      <Segments
        label="Style"
        options={looks}
        value={settings.style ?? 'blur'}
        onChange={(style) => onChange({ style })}
      />
      <OutputFormat
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
    </>
  )
}
