import { NumberField } from '../../../ui/number-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ColourChoice } from '../colour-choice.tsx'
import type { SettingsProps } from './settings-form.tsx'

const formats = [
  { id: 'png', label: 'PNG' },
  { id: 'jpeg', label: 'JPEG' },
  { id: 'webp', label: 'WebP' },
  { id: 'avif', label: 'AVIF' },
] as const

export function ConvertSettings({ settings, errors, onChange }: SettingsProps<'convert-format'>) {
  return (
    <>
      <Segments
        label="Format"
        options={formats}
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
      <NumberField
        label="Quality"
        hint="1 to 100. Leave empty for the default of the format."
        placeholder="Default"
        minValue={1}
        maxValue={100}
        value={settings.quality ?? Number.NaN}
        error={errors.quality}
        onChange={(quality) => onChange({ quality: Number.isNaN(quality) ? undefined : quality })}
      />
      <ColourChoice
        label="Background"
        value={settings.background_color}
        error={errors.background_color}
        onChange={(background_color) => onChange({ background_color })}
      />
    </>
  )
}
