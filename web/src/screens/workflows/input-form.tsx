import { InputControl } from './input-control.tsx'
import type { useInputs } from './use-inputs.ts'

/** The fields of a workflow's inputs. */
export function InputForm({ inputs }: { inputs: ReturnType<typeof useInputs> }) {
  const { fields, texts, wrong, set } = inputs
  if (fields.length === 0) return <p>This workflow needs no input.</p>
  return fields.map((field) => (
    <InputControl
      key={field.name}
      field={field}
      value={texts[field.name] ?? ''}
      onChange={(text) => set(field.name, text)}
      error={wrong[field.name]}
    />
  ))
}
