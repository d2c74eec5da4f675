import type { CreateApiKeyBody } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { useMe } from '../../app/session.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { TickBox } from '../../ui/tick-box.tsx'
import { listScopes, type Preset, presets } from './key-presets.ts'
import { NewKey } from './new-key.tsx'
import styles from './settings.module.css'

const ends = [
  { id: 0, label: 'Never' },
  { id: 30, label: 'In 30 days' },
  { id: 90, label: 'In 90 days' },
  { id: 365, label: 'In a year' },
] as const

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { permissions } = useMe()
  const words = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => api.auth.listPermissions({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [name, setName] = useState('')
  const [days, setDays] = useState<(typeof ends)[number]['id']>(0)
  const [preset, setPreset] = useState<Preset>('project')
  const [scopes, setScopes] = useState(() => listScopes('project', permissions))
  const create = useMutation({
    mutationFn: () =>
      api.apiKeys.create({
        name,
        scopes: scopes as NonNullable<CreateApiKeyBody['scopes']>,
        ...(days > 0 && { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['apiKeys'] }),
    meta: { showsErrors: true },
  })
  if (create.data) return <NewKey secret={create.data.key} onClose={onClose} />
  const offered = (words.data?.results ?? []).filter((one) => permissions.includes(one.name))
  return (
    <FormDialog
      title="New API key"
      kind="wide"
      action="Create key"
      send={create}
      onClose={onClose}
      isIncomplete={scopes.length === 0}
    >
      <Field
        label="Name"
        hint="The name of the agent. Activity shows this name."
        isRequired
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <Choice label="Expires" options={ends} value={days} onChange={setDays} />
      <Choice
        label="Permissions"
        options={presets}
        value={preset}
        onChange={(next) => {
          setPreset(next)
          if (next !== 'custom') setScopes(listScopes(next, permissions))
        }}
      />
      <p className={styles.soft}>{presets.find(({ id }) => id === preset)?.text}</p>
      {preset === 'custom' && (
        <CheckboxGroup value={scopes} onChange={setScopes} className={form.form}>
          <Label>Each permission</Label>
          <div className={styles.scopes}>
            {offered.map((one) => (
              <TickBox key={one.name} value={one.name}>
                {one.words}
              </TickBox>
            ))}
          </div>
        </CheckboxGroup>
      )}
    </FormDialog>
  )
}
