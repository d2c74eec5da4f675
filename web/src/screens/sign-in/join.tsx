import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { enter } from './enter.ts'
import { Frame } from './frame.tsx'
import { NewPersonForm } from './new-person-form.tsx'

/** The invitation page: name and password for new people, only the password for existing ones. */
export function JoinScreen() {
  const [token] = useState(() => location.hash.slice(1))
  const join = useMutation({
    mutationFn: async (person: { first_name: string; last_name: string; password: string }) => {
      const { refresh_token, workspace } = await api.members.acceptInvitation({ token, ...person })
      // Moves the new session into the cookie, which invalidates its tokens.
      await api.auth.openBrowserSession({ refresh_token })
      return workspace
    },
    // An existing person may have another workspace open.
    onSuccess: ({ slug }) => enter(`/?workspace=${slug}`),
    meta: { showsErrors: true },
  })
  if (token === '') {
    return (
      <Frame title="This link is incomplete">
        <p>Copy the whole link, including the part after “#”, or ask for a new invitation.</p>
      </Frame>
    )
  }
  return (
    <Frame
      title="Join the workspace"
      text="If you already have an account here, enter its password."
    >
      <NewPersonForm action="Join" send={join} />
    </Frame>
  )
}
