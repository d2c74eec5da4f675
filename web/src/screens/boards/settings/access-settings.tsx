import type { BoardMember } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Access, accesses } from '../access.ts'
import { useBoard } from '../board-context.ts'
import { boardMembersQuery } from '../queries.ts'

/** Who can see and edit a board, and its members. */
export function AccessSettings() {
  const { board, mayManage } = useBoard()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (access: Access) => api.boards.update(board.id, { access }),
    onSettled: () => client.invalidateQueries({ queryKey: ['boards'] }),
  })
  return (
    <>
      <Section
        title="Access"
        text={
          mayManage
            ? 'Workspace admins can see and change every board.'
            : 'Only members, the creator and admins can change this.'
        }
      >
        <Choice
          label="Who can see it"
          options={accesses}
          value={change.isPending ? (change.variables ?? board.access) : board.access}
          onChange={(access) => change.mutate(access)}
          isDisabled={!mayManage}
        />
      </Section>
      <Members />
    </>
  )
}

function Members() {
  const { board, names, mayManage } = useBoard()
  const client = useQueryClient()
  const { queryKey } = boardMembersQuery(board.id)
  const { data: members } = useQuery(boardMembersQuery(board.id))
  const onSettled = () => client.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (user_id: number) => api.boards.addMember(board.id, { user_id }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (userId: number) => api.boards.removeMember(board.id, userId),
    onSettled,
  })
  const maker = typeof board.creator === 'number' ? board.creator : undefined
  const others = [...names.people].filter(
    ([id]) => id !== maker && !members?.some((member) => member.id === id),
  )
  return (
    <Section
      title="Members"
      text={
        board.access === 2
          ? 'Everyone can edit this board now. Members matter once it is protected or private.'
          : 'In addition to the creator and admins.'
      }
      action={
        mayManage && (
          <Picker
            trigger={
              <Button size="small">
                <Plus /> Add member
              </Button>
            }
            label="Find a person"
            options={others.map(([id, label]) => ({
              id,
              label,
              icon: <Avatar name={label} size={20} />,
            }))}
            onChoose={(id) => add.mutate(id)}
          />
        )
      }
    >
      {!members ? (
        <SkeletonRows count={2} height={52} />
      ) : (
        <Rows label="Members">
          {maker !== undefined && (
            <Row
              icon={<Avatar name={names.people.get(maker) ?? 'Someone'} size={26} />}
              title={names.people.get(maker) ?? 'Former member'}
              text="Created the board"
            />
          )}
          {members
            .filter(({ id }) => id !== maker)
            .map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRemove={mayManage && (() => remove.mutate(member.id))}
              />
            ))}
        </Rows>
      )}
    </Section>
  )
}

function MemberRow({ member, onRemove }: { member: BoardMember; onRemove: false | (() => void) }) {
  const name = `${member.first_name} ${member.last_name}`.trim() || member.email
  return (
    <Row icon={<Avatar name={name} size={26} />} title={name} text={member.email}>
      {onRemove && (
        <IconButton label={`Remove ${name}`} onPress={onRemove}>
          <X />
        </IconButton>
      )}
    </Row>
  )
}
