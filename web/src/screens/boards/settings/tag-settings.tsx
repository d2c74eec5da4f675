import type { Tag } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useBoard } from '../board-context.ts'
import { tagsQuery, tasksQuery } from '../queries.ts'
import { Dot } from '../tag-mark.tsx'
import { DeleteTagDialog } from './delete-tag-dialog.tsx'
import { RowButtons } from './row-buttons.tsx'
import { TagDialog } from './tag-dialog.tsx'

/** The tags, which all boards of the workspace share, and how many tasks here use each. */
export function TagSettings() {
  const { board, mayWrite } = useBoard()
  const { data: tags } = useQuery(tagsQuery)
  const { data: tasks } = useQuery(tasksQuery(board.id))
  const [edited, setEdited] = useState<Tag | 'new'>()
  const [deleted, setDeleted] = useState<Tag>()
  const uses = useMemo(() => countUses(tasks?.flatMap((task) => task.tags) ?? []), [tasks])
  const add = mayWrite && (
    <Button size="small" onPress={() => setEdited('new')}>
      <Plus /> Add tag
    </Button>
  )
  return (
    <Section
      title="Tags"
      text="All boards in the workspace share tags. A new name or colour applies everywhere."
      action={tags && tags.length > 0 && add}
    >
      {!tags ? (
        <SkeletonRows count={3} height={52} />
      ) : tags.length === 0 ? (
        <Empty title="No tags yet" action={add}>
          A tag groups tasks across columns. You can also create one by typing its name in a task.
        </Empty>
      ) : (
        <Rows label="Tags">
          {tags.map((tag) => (
            <Row
              key={tag.id}
              icon={<Dot color={tag.color} />}
              title={tag.name}
              text={usesInWords(uses.get(tag.id) ?? 0)}
            >
              {mayWrite && (
                <RowButtons
                  name={tag.name}
                  onEdit={() => setEdited(tag)}
                  onDelete={() => setDeleted(tag)}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
      {edited && (
        <TagDialog
          {...(edited !== 'new' && { tag: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && <DeleteTagDialog tag={deleted} onClose={() => setDeleted(undefined)} />}
    </Section>
  )
}

function countUses(ids: readonly number[]): ReadonlyMap<number, number> {
  const uses = new Map<number, number>()
  for (const id of ids) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

function usesInWords(count: number): string {
  if (count === 0) return 'Not used on this board'
  return count === 1 ? 'Used by 1 task on this board' : `Used by ${count} tasks on this board`
}
