import { useNavigate } from '@tanstack/react-router'
import { Check, ListFilter } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { buildSearch, type Category, categoryNames, type Filters } from './filters.ts'

/** Only categories that reach the list: progress is sent over the WebSocket only. */
const listed = (Object.keys(categoryNames) as Category[]).filter((one) => one !== 'agentProgress')

export function CategoryMenu({ filters }: { filters: Filters }) {
  const navigate = useNavigate()
  const choose = (category: Category | undefined) => {
    const { category: _, ...others } = filters
    const search = buildSearch({ ...others, ...(category && { category }) })
    void navigate({ to: '/inbox' as string, search: search as never })
  }
  const { category } = filters
  const trigger = category ? (
    <Button size="small" aria-label={`Category: ${categoryNames[category]}`}>
      <ListFilter /> {categoryNames[category]}
    </Button>
  ) : (
    <IconButton label="Filter by category">
      <ListFilter />
    </IconButton>
  )
  const mark = (one: Category | undefined) =>
    one === category ? <Check /> : <ListFilter visibility="hidden" />
  return (
    <Menu trigger={trigger} label="Category">
      <MenuAction icon={mark(undefined)} onAction={() => choose(undefined)}>
        All categories
      </MenuAction>
      {listed.map((one) => (
        <MenuAction key={one} icon={mark(one)} onAction={() => choose(one)}>
          {categoryNames[one]}
        </MenuAction>
      ))}
    </Menu>
  )
}
