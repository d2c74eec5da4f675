import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { enter } from './enter.ts'
import { Frame } from './frame.tsx'
import { NewPersonForm } from './new-person-form.tsx'

/** Where the one-time link leads: the owner's name and first password. */
export function WelcomeScreen() {
  // Browsers do not send what is behind the #, so the token is in no log.
  const [token] = useState(() => location.hash.slice(1))
  const begin = useMutation({
    mutationFn: (person: { first_name: string; last_name: string; password: string }) => {
      const { password, ...name } = person
      return api.auth.redeemSignInLink({ token, new_password: password, ...name })
    },
    onSuccess: () => enter('/'),
    meta: { showsErrors: true },
  })
  if (token === '') {
    return (
      <Frame title="This link is not whole">
        <p>
          Copy all of it, with what is behind the “#”. A new one is printed whenever the server
          starts and nobody has a password.
        </p>
      </Frame>
    )
  }
  return (
    <Frame title="Welcome to Atelier" text="Choose the password that you will sign in with.">
      <NewPersonForm
        button="Set password and go in"
        error={begin.error}
        isPending={begin.isPending}
        onSubmit={begin.mutate}
      />
    </Frame>
  )
}
