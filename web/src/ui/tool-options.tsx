import { Field } from './field.tsx'
import { Segments } from './segments.tsx'

interface Options {
  storage?: 'asset' | 'transient'
  webhook_url?: string
}

interface Props {
  options: Options
  /** Whether the tool makes a file. */
  isStored?: boolean
  errors: Partial<Record<string, string>>
  onChange: (part: Options) => void
}

const storages = [
  { id: 'asset', label: 'As an asset' },
  { id: 'transient', label: 'For a day' },
] as const

/** Options that every API tool accepts. */
export function ToolOptions({ options, isStored = true, errors, onChange }: Props) {
  return (
    <>
      {isStored && (
        <Segments
          label="Keep the result"
          options={storages}
          value={options.storage ?? 'asset'}
          onChange={(storage) => onChange({ storage })}
        />
      )}
      <Field
        label="Webhook URL"
        hint="Receives a signed request when the task ends."
        placeholder="https://…"
        inputMode="url"
        maxLength={2000}
        value={options.webhook_url ?? ''}
        error={errors.webhook_url}
        onChange={(url) => onChange({ webhook_url: url || undefined })}
      />
    </>
  )
}
