import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { engineKinds, type Purpose } from './engine-kinds.ts'

interface Props {
  purpose: Purpose
  onClose: () => void
  onChosen: () => void
}

/** Chooses another engine for one kind of work. */
export function EngineDialog({ purpose, onClose, onChosen }: Props) {
  const { title, kinds, choose } = engineKinds[purpose]
  const [kind, setKind] = useState(kinds[0] ?? '')
  const [settings, setSettings] = useState({ base_url: '', model: '', api_key: '' })
  const save = useMutation({
    mutationFn: () => {
      const given = Object.entries(settings).filter(([, value]) => value !== '')
      return choose(kind, Object.fromEntries(given))
    },
    onSuccess: () => {
      onChosen()
      onClose()
    },
    meta: { showsErrors: true },
  })
  const change = (part: Partial<typeof settings>) => setSettings({ ...settings, ...part })
  return (
    <FormDialog title={`Change engine: ${title}`} action="Use engine" send={save} onClose={onClose}>
      <Choice
        label="Provider"
        options={kinds.map((id) => ({ id, label: id }))}
        value={kind}
        onChange={setKind}
      />
      <Field
        label="URL"
        hint="Leave empty to use the provider’s own URL."
        value={settings.base_url}
        onChange={(base_url) => change({ base_url })}
      />
      <Field label="Model" value={settings.model} onChange={(model) => change({ model })} />
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        hint="It is stored and never shown again."
        value={settings.api_key}
        onChange={(api_key) => change({ api_key })}
      />
    </FormDialog>
  )
}
