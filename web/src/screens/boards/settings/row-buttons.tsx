import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'

interface Props {
  name: string
  onEdit: () => void
  onDelete: () => void
}

/** The edit and delete buttons at the end of a row. */
export function RowButtons({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <IconButton label={`Edit ${name}`} onPress={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${name}`} onPress={onDelete}>
        <Trash2 />
      </IconButton>
    </>
  )
}
