import type { ProjectItem } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, ListTodo } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LineAdder } from '../../../ui/line-adder.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { itemsQuery } from '../queries.ts'
import { ItemDialog } from './item-dialog.tsx'
import styles from './items.module.css'
import { periodInWords } from './period.ts'

/** The items of a project in order, with dates, status and priority. */
export function ItemList({ type, id }: { type: string; id: string }) {
  const client = useQueryClient()
  const mayWrite = useMay('projects:write')
  const query = itemsQuery(type, id)
  const { data: items } = useQuery({ ...query, throwOnError: true })
  const [open, setOpen] = useState<string>()
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const add = useMutation({
    scope: { id: `items of ${id}` },
    mutationFn: (title: string) => api.projects.createItem(type, id, { title }),
    onSettled: refresh,
  })
  const sort = useMutation({
    scope: { id: `items of ${id}` },
    mutationFn: (ids: string[]) => api.projects.reorderItems(type, id, { ids }),
    onMutate: (ids) =>
      client.setQueryData(query.queryKey, (before) =>
        ids.flatMap((one) => before?.filter((item) => item.id === one) ?? []),
      ),
    onSettled: refresh,
  })
  if (!items) {
    return (
      <div className={styles.items}>
        <SkeletonRows height={48} />
      </div>
    )
  }
  return (
    <div className={styles.items}>
      {items.length === 0 ? (
        <Empty icon={<ListTodo size={22} />} title="No items yet" isSection>
          Items are the steps or parts of a project, each with a title, dates, a status and its own
          data. Agents can also add them through the API.
        </Empty>
      ) : (
        <SortableList
          label="Items"
          entries={items.map((item) => ({ id: item.id, name: item.title, item }))}
          onSort={mayWrite ? (ids) => sort.mutate(ids) : undefined}
          onOpen={(entry) => setOpen(entry.id)}
        >
          {({ item }) => <Item item={item} />}
        </SortableList>
      )}
      {mayWrite && <LineAdder label="Add an item" maxLength={500} onAdd={add.mutateAsync} />}
      {open !== undefined && (
        <ItemDialog type={type} id={id} itemId={open} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

function Item({ item }: { item: ProjectItem }) {
  const { title, primary_type, status, priority, start_date, due_date } = item
  const period = periodInWords(start_date, due_date)
  return (
    <div className={styles.item}>
      <span className={styles.title}>
        <strong>{title}</strong>
        {primary_type && <small>{primary_type}</small>}
      </span>
      <span className={styles.facts}>
        {period && (
          <span className={styles.fact}>
            <CalendarDays size={13} aria-hidden /> {period}
          </span>
        )}
        {priority !== null && <span className={styles.fact}>Priority {priority}</span>}
        {status && <Badge>{status}</Badge>}
      </span>
    </div>
  )
}
