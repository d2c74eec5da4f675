import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface Props {
  name: string
  onEdit: () => void
  onDelete: () => void
}

/** The edit and delete buttons at the end of a row. */
export function RowButtons({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <Button kind="quiet" size="small" isIcon aria-label={`Edit ${name}`} onPress={onEdit}>
        <Pencil />
      </Button>
      <Button kind="quiet" size="small" isIcon aria-label={`Delete ${name}`} onPress={onDelete}>
        <Trash2 />
      </Button>
    </>
  )
}
