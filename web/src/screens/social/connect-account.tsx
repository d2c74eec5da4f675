import type { SocialAccount } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { fieldError } from '../../app/field-errors.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { useSearchParams } from '../../app/search-params.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { say } from '../../ui/toasts.tsx'
import styles from './composer.module.css'
import { type CredentialField, credentialFields } from './credential-fields.ts'
import { networkNames } from './network-icon.tsx'

type Network = SocialAccount['network']

const networks = (Object.keys(credentialFields) as Network[]).map((id) => ({
  id,
  label: networkNames[id],
}))

/** Connects an account; its credentials are never shown again. */
export function ConnectAccount() {
  const [{ connect: given }, change] = useSearchParams()
  const queryClient = useQueryClient()
  const network = networks.find(({ id }) => id === given)?.id ?? 'mastodon'
  const fields = credentialFields[network]
  const [name, setName] = useState('')
  const [texts, setTexts] = useState<Partial<Record<CredentialField['name'], string>>>({})
  const close = () => change({ connect: undefined })
  const connect = useMutation({
    mutationFn: () => {
      const own = fields.flatMap((field) => {
        const text = texts[field.name]?.trim()
        return text ? [[field.name, text]] : []
      })
      const more = name.trim() === '' ? {} : { name: name.trim() }
      return api.social.connectAccount({ network, ...more, ...Object.fromEntries(own) })
    },
    onSuccess: (account) => {
      say(`${account.name} is connected.`)
      change({ connect: undefined, view: 'accounts' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
    meta: { showsErrors: true },
  })
  const readError = (field: string) => fieldError(connect.error, field)
  const isShown = ['name', ...fields.map((field) => field.name)].some(readError)
  return (
    <FormDialog
      title="Connect an account"
      action={connect.isPending ? 'Connecting …' : 'Connect'}
      send={{ ...connect, error: isShown ? null : connect.error }}
      onClose={close}
      validation="aria"
      isIncomplete={fields.some((field) => !field.isOptional && !texts[field.name]?.trim())}
    >
      <Choice
        label="Network"
        options={networks}
        value={network}
        onChange={(id) => change({ connect: id }, { isReplacing: true })}
      />
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          type={field.isSecret ? 'password' : 'text'}
          autoComplete="off"
          {...(field.hint && { hint: field.hint })}
          {...(field.placeholder && { placeholder: field.placeholder })}
          value={texts[field.name] ?? ''}
          onChange={(text) => setTexts({ ...texts, [field.name]: text })}
          error={readError(field.name)}
        />
      ))}
      <Field
        label="Display name (optional)"
        value={name}
        onChange={setName}
        error={readError('name')}
      />
      <p className={styles.note}>
        {network === 'webhook'
          ? 'The URL is called only when there is a post to publish.'
          : 'We check the account right away, so “Connected” means it works.'}{' '}
        Credentials are stored encrypted and never shown again.
      </p>
    </FormDialog>
  )
}
