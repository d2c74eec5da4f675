import type { Field } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useBoard } from '../board-context.ts'
import { fieldsQuery } from '../queries.ts'
import { FieldDialog, fieldKinds } from './field-dialog.tsx'
import { RowButtons } from './row-buttons.tsx'

/** The custom fields of this board's tasks. */
export function FieldSettings() {
  const { board, mayWrite } = useBoard()
  const { data: fields } = useQuery(fieldsQuery(board.id))
  const [edited, setEdited] = useState<Field | 'new'>()
  const [deleted, setDeleted] = useState<Field>()
  const add = mayWrite && (
    <Button size="small" onPress={() => setEdited('new')}>
      <Plus /> Add field
    </Button>
  )
  return (
    <Section
      title="Fields"
      text="Extra fields for tasks on this board. Set their values on the right side of a task."
      action={fields && fields.length > 0 && add}
    >
      {!fields ? (
        <SkeletonRows count={3} height={52} />
      ) : fields.length === 0 ? (
        <Empty title="No fields yet" action={add}>
          For example a budget, a channel or an approver.
        </Empty>
      ) : (
        <Rows label="Fields">
          {fields.map((field) => (
            <Row key={field.id} title={field.name} text={aboutField(field)}>
              {mayWrite && (
                <RowButtons
                  name={field.name}
                  onEdit={() => setEdited(field)}
                  onDelete={() => setDeleted(field)}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
      {edited && (
        <FieldDialog
          {...(edited !== 'new' && { field: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && <DeleteField field={deleted} onClose={() => setDeleted(undefined)} />}
    </Section>
  )
}

function aboutField({ kind, options }: Field): string {
  const label = fieldKinds.find(({ id }) => id === kind)?.label ?? kind
  return options.length > 0 ? `${label}: ${options.join(', ')}` : label
}

function DeleteField({ field, onClose }: { field: Field; onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.boards.deleteField(board.id, field.id),
    onSuccess: () => {
      say(`${field.name} is deleted.`)
      void client.invalidateQueries({ queryKey: fieldsQuery(board.id).queryKey })
      onClose()
    },
  })
  return (
    <Confirm
      title={`Delete the field ${field.name}?`}
      onClose={onClose}
      action="Delete field"
      isDanger
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>
        Tasks no longer show it, and no one can set it. Existing values stay in the API and in the
        activity.
      </p>
    </Confirm>
  )
}
