import { AtelierError } from '@atelier/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { writeMessage } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { enter } from './enter.ts'
import { Frame } from './frame.tsx'
import { NewPersonForm } from './new-person-form.tsx'

/** The invitation page: name and password for new people, only the password for existing ones. */
export function JoinScreen() {
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.members.lookUpInvitation({ token }, { signal }),
    enabled: token !== '',
  })
  const join = useMutation({
    mutationFn: async (person: {
      first_name: string
      last_name: string
      password: string
      new_account?: boolean
    }) => {
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
  if (invitation.error) {
    return (
      <Frame title="This invitation cannot be used">
        <p role="alert">{writeMessage(invitation.error)}</p>
        <p>
          Ask for a new invitation, or <Link to={'/sign-in' as string}>sign in</Link> if you already
          joined.
        </p>
      </Frame>
    )
  }
  if (!invitation.data) {
    return (
      <Frame title="One moment …">
        <Skeleton height={40} />
      </Frame>
    )
  }
  const { workspace, invited_by, email } = invitation.data
  const isClaimed = join.error instanceof AtelierError && join.error.code === 'email_claimed'
  return (
    <Frame
      title={`Join ${workspace.name}`}
      text={`${invited_by ?? 'Someone'} invited you. If you already have an account here, enter its password. Your email address stays unverified until you follow the link that we send to it.`}
    >
      <NewPersonForm email={email} action="Join" send={join} />
      {isClaimed && join.variables && (
        <Button
          isPending={join.isPending}
          onPress={() => join.mutate({ ...join.variables, new_account: true })}
        >
          Create my own account
        </Button>
      )}
    </Frame>
  )
}
