import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { submit } from '../../ui/submit.ts'
import { membersQuery } from './members.tsx'
import styles from './settings.module.css'

const most = { page_size: 100 } as const

const spacesQuery = queryOptions({
  queryKey: ['teamspaces', 'list'],
  queryFn: ({ signal }) => api.teamspaces.list(most, { signal }),
})

/** Spaces inside the workspace; their content is visible to their members only. */
export function Teamspaces() {
  const mayWrite = useMay('teamspaces:write')
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(spacesQuery).data
  const [opened, setOpened] = useState<{ id: number; name: string }>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['teamspaces'] })
  const remove = useMutation({
    mutationFn: (id: number) => api.teamspaces.delete(id),
    onSettled: refresh,
  })
  return (
    <Section
      title="Teamspaces"
      text="Areas within the workspace. Agents select one with the Space header."
    >
      {mayWrite && <NewSpace onMade={refresh} />}
      {results.length === 0 ? (
        <Empty title="No teamspaces yet">
          Small teams don’t need one. Create one for a separate team or campaign.
        </Empty>
      ) : (
        <Rows label="Teamspaces">
          {results.map(({ id, name, slug, members_count, is_active }) => (
            <Row key={id} title={name} text={`${slug}, number ${id}`}>
              {!is_active && <Badge tone="warn">inactive</Badge>}
              <Button size="small" onPress={() => setOpened({ id, name })}>
                {members_count === 1 ? '1 person' : `${members_count} people`}
              </Button>
              {mayWrite && (
                <ConfirmButton
                  label="Delete"
                  title={`Delete ${name}?`}
                  text="Its content is no longer grouped under it. This cannot be undone."
                  onConfirm={() => remove.mutate(id)}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
      {opened && <People space={opened} mayWrite={mayWrite} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}

function NewSpace({ onMade }: { onMade: () => void }) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => api.teamspaces.create({ name }),
    onSuccess: () => {
      setName('')
      onMade()
    },
  })
  return (
    <Form className={styles.inline} onSubmit={submit(() => create.mutate())}>
      <Field
        label="Name of the new teamspace"
        isRequired
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <Button type="submit" isPending={create.isPending}>
        <Plus />
        Create teamspace
      </Button>
    </Form>
  )
}

interface PeopleProps {
  space: { id: number; name: string }
  mayWrite: boolean
  onClose: () => void
}

function People({ space, mayWrite, onClose }: PeopleProps) {
  const queryClient = useQueryClient()
  const people = useQuery({
    queryKey: ['teamspaces', space.id, 'members'],
    queryFn: ({ signal }) => api.teamspaces.listMembers(space.id, most, { signal }),
  })
  const members = useQuery(membersQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['teamspaces'] })
  const add = useMutation({
    mutationFn: (userId: number) => api.teamspaces.addMember(space.id, { user_id: userId }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (userId: number) => api.teamspaces.removeMember(space.id, userId),
    onSettled: refresh,
  })
  const inside = people.data?.results ?? []
  const outside = (members.data?.results ?? [])
    .filter(({ user_id }) => !inside.some((one) => one.user_id === user_id))
    .map(({ user_id, first_name, last_name }) => ({
      id: user_id,
      label: `${first_name} ${last_name}`,
    }))
  return (
    <Dialog title={`People in ${space.name}`} isOpen onClose={onClose}>
      <div className={form.form}>
        {mayWrite && outside.length > 0 && (
          <Choice
            label="Add"
            options={outside}
            value={null}
            placeholder="Choose a member …"
            onChange={(id) => add.mutate(id)}
          />
        )}
        <Rows label={`People in ${space.name}`}>
          {inside.map(({ user_id, first_name, last_name, email }) => (
            <Row key={user_id} title={`${first_name} ${last_name}`} text={email}>
              {mayWrite && (
                <Button size="small" onPress={() => remove.mutate(user_id)}>
                  Remove
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      </div>
    </Dialog>
  )
}
