import type { Voice } from '@atelier/sdk'
import { Field } from '../../../ui/field.tsx'
import { MoreOptions } from '../../../ui/more-options.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { ToolOptions } from '../../../ui/tool-options.tsx'
import styles from './say-it.module.css'
import type { SpeechSettings } from './say-it.tsx'

interface Props {
  voice: Voice
  settings: SpeechSettings
  errors: Partial<Record<string, string>>
  onChange: (part: Partial<SpeechSettings>) => void
}

const formats = [
  { id: 'wav', label: 'WAV' },
  { id: 'mp3', label: 'MP3' },
  { id: 'opus', label: 'Opus' },
] as const

export function SayItOptions({ voice, settings, errors, onChange }: Props) {
  return (
    <>
      <div className={styles.row}>
        <NumberField
          label="Speed"
          minValue={0.5}
          maxValue={2}
          step={0.05}
          value={settings.speed ?? 1}
          error={errors.speed}
          onChange={(speed) => onChange({ speed: Number.isNaN(speed) ? 1 : speed })}
        />
        <Segments
          label="Format"
          options={formats}
          value={settings.output_format ?? 'wav'}
          onChange={(output_format) => onChange({ output_format })}
        />
      </div>
      {voice.supports_instructions && (
        <Field
          label="Speaking style"
          rows={2}
          maxLength={4000}
          placeholder="Calm and a little tired"
          value={settings.instructions ?? ''}
          error={errors.instructions}
          onChange={(text) => onChange({ instructions: text || undefined })}
        />
      )}
      <MoreOptions isForcedOpen={errors.webhook_url !== undefined}>
        <Toggle
          label="The text is SSML"
          hint="Supported tags: speak, p, s, break, emphasis, say-as and sub."
          isSelected={settings.use_ssml ?? false}
          onChange={(use_ssml) => onChange({ use_ssml })}
        />
        <ToolOptions options={settings} errors={errors} onChange={onChange} />
      </MoreOptions>
    </>
  )
}
