import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { api } from '../../app/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => api.auth.listSessions({ page_size: 100 }, { signal }),
})

const grantsQuery = queryOptions({
  queryKey: ['auth', 'grants'],
  queryFn: ({ signal }) => api.auth.listGrants({ page_size: 100 }, { signal }),
})

/** The person's sessions and signed-in programs, and how to end them. */
export function SessionsPart() {
  return (
    <div>
      <Sessions />
      <Programs />
    </div>
  )
}

function Sessions() {
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(sessionsQuery).data
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: (id: string) => api.auth.endSession(id),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => api.auth.endOtherSessions(),
    onSuccess: () => say('You are signed out everywhere else.'),
    onSettled: refresh,
  })
  const hasOthers = results.some(({ is_current }) => !is_current)
  return (
    <Section
      title="Sessions"
      text="Where you are signed in. Sign out any you don’t recognize, then change your password."
      action={
        hasOthers && (
          <ConfirmButton
            label="Sign out everywhere else"
            title="Sign out everywhere else?"
            text="Only this browser stays signed in. Programs and API keys keep their access."
            onConfirm={() => endOthers.mutate()}
          />
        )
      }
    >
      <Rows label="Sessions">
        {results.map((session) => (
          <Row key={session.id} title={session.name} text={<SessionFacts {...session} />}>
            {session.is_current ? (
              <Badge>This browser</Badge>
            ) : (
              <ConfirmButton
                label="Sign out"
                title={`Sign out ${session.name}?`}
                text="It is signed out right away."
                onConfirm={() => end.mutate(session.id)}
              />
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

interface SessionUse {
  address: string | null
  created_at: string
  last_used_at: string | null
}

function SessionFacts({ address, created_at, last_used_at }: SessionUse) {
  return (
    <>
      {address ? `${address}, signed in ` : 'Signed in '}
      <When at={created_at} />
      {last_used_at && (
        <>
          , last used <When at={last_used_at} />
        </>
      )}
    </>
  )
}

function Programs() {
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(grantsQuery).data
  const end = useMutation({
    mutationFn: (id: string) => api.auth.endGrant(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
  return (
    <Section title="Programs" text="Programs that you allowed to act for you.">
      {results.length === 0 ? (
        <Empty icon={<Blocks size={22} />} title="No programs" isSection>
          Programs that you sign in to Atelier with appear here.
        </Empty>
      ) : (
        <Rows label="Programs">
          {results.map(({ id, name, workspace, scopes, created_at, last_used_at }) => (
            <Row
              key={id}
              title={name}
              text={
                <>
                  {workspace.name}, allowed <When at={created_at} />
                  {last_used_at && (
                    <>
                      , last used <When at={last_used_at} />
                    </>
                  )}
                </>
              }
            >
              <Badge>{scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`}</Badge>
              <ConfirmButton
                label="Remove access"
                title={`Remove the access of ${name}?`}
                text="It stops working right away. To use it again, sign in from the program."
                onConfirm={() => end.mutate(id)}
              />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
