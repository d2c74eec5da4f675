import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { enginesQuery } from '../../../app/queries.ts'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { ToolSettings } from '../tools.ts'
import type { FieldErrors } from '../use-field-errors.ts'
import styles from './settings.module.css'

const maxSeed = 2 ** 31 - 1
const given = (value: number) => (Number.isNaN(value) ? undefined : value)

/** The options of engines that generate. */
type Generation = Pick<
  ToolSettings['image-outpainting'],
  'negative_prompt' | 'guidance_scale' | 'count' | 'seed'
> & { prompt?: string }

interface Props {
  settings: Generation
  errors: FieldErrors
  isPromptRequired?: boolean
  onChange: (part: Partial<Generation>) => void
}

/** The number of variations; the prompt, if the engine reads it. */
export function GenerationSettings(props: Props) {
  const { settings, errors, isPromptRequired = false, onChange } = props
  const { data } = useQuery(enginesQuery)
  const engine = data?.results.find(({ purpose }) => purpose === 'outpainting')
  return (
    <>
      {engine && engine.kind !== 'embedded' && (
        <Field
          label="Prompt"
          rows={3}
          maxLength={4000}
          isRequired={isPromptRequired}
          value={settings.prompt ?? ''}
          error={errors.prompt}
          hint="Describe what to show in the new area."
          onChange={(prompt) =>
            onChange({ prompt: prompt === '' && !isPromptRequired ? undefined : prompt })
          }
        />
      )}
      <div className={styles.two}>
        <NumberField
          label="Variations"
          minValue={1}
          maxValue={8}
          value={settings.count ?? 4}
          error={errors.count}
          onChange={(count) => onChange({ count: given(count) })}
        />
        <NumberField
          label="Seed"
          placeholder="Random"
          minValue={0}
          maxValue={maxSeed}
          formatOptions={{ useGrouping: false }}
          value={settings.seed ?? Number.NaN}
          error={errors.seed}
          onChange={(seed) => onChange({ seed: given(seed) })}
        />
      </div>
      {engine?.kind === 'embedded' && (
        <p className={styles.note}>
          The built-in engine continues what it sees. To describe the new area in words,{' '}
          <Link to={'/settings/engines' as string}>connect an engine</Link>.
        </p>
      )}
      {engine && engine.kind !== 'embedded' && <PromptDetails {...props} />}
    </>
  )
}

function PromptDetails({ settings, errors, onChange }: Props) {
  return (
    <>
      <Field
        label="Avoid"
        rows={2}
        maxLength={4000}
        value={settings.negative_prompt ?? ''}
        error={errors.negative_prompt}
        onChange={(text) => onChange({ negative_prompt: text || undefined })}
      />
      <NumberField
        label="Guidance"
        hint="How closely to follow the prompt, 0 to 30. Default: 7.5."
        placeholder="7.5"
        minValue={0}
        maxValue={30}
        step={0.5}
        value={settings.guidance_scale ?? Number.NaN}
        error={errors.guidance_scale}
        onChange={(scale) => onChange({ guidance_scale: given(scale) })}
      />
    </>
  )
}
