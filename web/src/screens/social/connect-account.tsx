import { AtelierError, type SocialAccount } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useAddress } from '../../app/address.ts'
import { api } from '../../app/api.ts'
import { messageOf } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
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
  const [{ connect: given }, change] = useAddress()
  const queryClient = useQueryClient()
  const network = networks.find(({ id }) => id === given)?.id ?? 'mastodon'
  const [name, setName] = useState('')
  const [texts, setTexts] = useState<Partial<Record<CredentialField['name'], string>>>({})
  const close = () => change({ connect: undefined })
  const connect = useMutation({
    mutationFn: () => {
      const own = credentialFields[network].flatMap((field) => {
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
  const errors = connect.error instanceof AtelierError ? connect.error.errors : []
  const errorOf = (field: string) => {
    const found = errors.find(({ path }) => path === field)
    return found && `${found.message.charAt(0).toUpperCase()}${found.message.slice(1)}.`
  }
  return (
    <Dialog title="Connect an account" isOpen onClose={close}>
      <Form
        className={styles.composer as string}
        validationBehavior="aria"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate()
        }}
      >
        <Choice
          label="Network"
          options={networks}
          value={network}
          onChange={(id) => change({ connect: id }, { isReplacing: true })}
        />
        {credentialFields[network].map((field) => (
          <Field
            key={field.name}
            label={field.label}
            type={field.isSecret ? 'password' : 'text'}
            autoComplete="off"
            {...(field.hint && { hint: field.hint })}
            {...(field.placeholder && { placeholder: field.placeholder })}
            value={texts[field.name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
            error={errorOf(field.name)}
          />
        ))}
        <Field
          label="Display name (optional)"
          value={name}
          onChange={setName}
          error={errorOf('name')}
        />
        {connect.isError && errors.length === 0 && (
          <p role="alert" className={styles.error}>
            {messageOf(connect.error)}
          </p>
        )}
        <p className={styles.note}>
          {network === 'webhook'
            ? 'The URL is called only when there is a post to publish.'
            : 'We check the account right away, so “Connected” means it works.'}{' '}
          Credentials are stored encrypted and never shown again.
        </p>
        <DialogButtons>
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="first"
            type="submit"
            isDisabled={
              connect.isPending ||
              credentialFields[network].some(
                ({ name: of, isOptional }) => !isOptional && !texts[of]?.trim(),
              )
            }
          >
            {connect.isPending ? 'Connecting …' : 'Connect'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
