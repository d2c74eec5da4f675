import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useRequestedAction } from '../../app/requested-actions.ts'
import { useMay, useMe } from '../../app/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { When } from '../../ui/when.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { roles } from './roles.ts'

const most = { page_size: 100 } as const

export const membersQuery = queryOptions({
  queryKey: ['members', 'list'],
  queryFn: ({ signal }) => api.members.list(most, { signal }),
})

const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api.members.listInvitations(most, { signal }),
})

/** The members with their roles, and pending invitations. */
export function Members() {
  const mayWrite = useMay('members:write')
  const [isInviting, setInviting] = useState(false)
  useRequestedAction('invitation', () => setInviting(true))
  const { user } = useMe()
  const { results, count } = useSuspenseQuery(membersQuery).data
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['members'] })
  const change = useMutation({
    mutationFn: ({ id, role }: { id: number; role: (typeof roles)[number]['id'] }) =>
      api.members.update(id, { role }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api.members.remove(id),
    onSettled: refresh,
  })
  return (
    <div>
      <Section
        title="Members"
        text={
          count > results.length ? `Showing the first ${results.length} of ${count}.` : undefined
        }
        action={
          mayWrite && (
            <Button kind="first" onPress={() => setInviting(true)}>
              <UserPlus />
              Invite
            </Button>
          )
        }
      >
        <Rows label="Members">
          {results.map((member) => {
            const name = `${member.first_name} ${member.last_name}`.trim() || member.email
            const mayChange = mayWrite && member.user_id !== user.id
            return (
              <Row
                key={member.user_id}
                icon={<Avatar name={name} size={32} />}
                title={name}
                text={member.email}
              >
                {!member.is_email_verified && <Badge>Email not verified</Badge>}
                {mayChange ? (
                  <>
                    <Choice
                      label={`Role of ${name}`}
                      isLabelHidden
                      options={roles}
                      value={member.role as (typeof roles)[number]['id']}
                      onChange={(role) => change.mutate({ id: member.user_id, role })}
                    />
                    <ConfirmButton
                      label="Remove"
                      title={`Remove ${name}?`}
                      text="Their sessions and keys for this workspace stop working right away. Their work stays."
                      onConfirm={() => remove.mutate(member.user_id)}
                    />
                  </>
                ) : (
                  <Badge>{member.role}</Badge>
                )}
              </Row>
            )
          })}
        </Rows>
      </Section>
      {mayWrite && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  )
}

function Invitations() {
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(invitationsQuery).data
  const open = results.filter(({ accepted_at }) => accepted_at === null)
  const revoke = useMutation({
    mutationFn: (id: string) => api.members.revokeInvitation(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  if (open.length === 0) return null
  return (
    <Section title="Invited">
      <Rows label="Open invitations">
        {open.map(({ id, email, role, expires_at }) => (
          <Row
            key={id}
            title={email}
            text={
              <>
                as {role}, expires <When at={expires_at} />
              </>
            }
          >
            <Button size="small" onPress={() => revoke.mutate(id)}>
              Revoke
            </Button>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
