import { Segments } from '../../../ui/segments.tsx'
import { ColourChoice } from '../colour-choice.tsx'
import { OutputFormat } from './output-format.tsx'
import { PictureField } from './picture-field.tsx'
import type { SettingsProps } from './settings-form.tsx'

const ways = [
  { id: 'colour', label: 'Colour' },
  { id: 'picture', label: 'Image' },
] as const

/** A colour or an image: the API accepts exactly one. */
export function ReplaceBackgroundSettings({
  settings,
  errors,
  onChange,
}: SettingsProps<'replace-background'>) {
  const way = settings.background_url === undefined ? 'colour' : 'picture'
  return (
    <>
      <Segments
        label="New background"
        options={ways}
        value={way}
        onChange={(chosen) =>
          onChange(
            chosen === 'colour'
              ? { background_color: '#ffffff', background_url: undefined }
              : { background_color: undefined, background_url: '' },
          )
        }
      />
      {way === 'colour' ? (
        <ColourChoice
          label="Colour"
          isTransparentOffered={false}
          value={settings.background_color}
          error={errors.background_color}
          onChange={(background_color) => onChange({ background_color })}
        />
      ) : (
        <PictureField
          label="Background image"
          hint="Covers the whole area, centred."
          value={settings.background_url ?? ''}
          error={errors.background_url}
          onChange={(background_url) => onChange({ background_url })}
        />
      )}
      <OutputFormat
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
    </>
  )
}
