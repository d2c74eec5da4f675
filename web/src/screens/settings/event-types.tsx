import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { api } from '../../app/api.ts'
import form from '../../ui/form.module.css'
import { SearchBox } from '../../ui/search-box.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import styles from './settings.module.css'

const everything = '*'

interface Props {
  chosen: string[]
  onChange: (types: string[]) => void
}

/** Chooses event types: all of them, or some, found by name or description. */
export function EventTypes({ chosen, onChange }: Props) {
  const types = useQuery({
    queryKey: ['eventTypes'],
    queryFn: ({ signal }) => api.events.listTypes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [term, setTerm] = useState('')
  const isAll = chosen.includes(everything)
  const known = types.data?.results ?? []
  const found = known.filter(({ type, description }) =>
    `${type} ${description}`.toLowerCase().includes(term.trim().toLowerCase()),
  )
  return (
    <>
      <TickBox
        isSelected={isAll}
        onChange={(isSelected) => onChange(isSelected ? [everything] : [])}
        hint="Also those that later versions add."
      >
        All events
      </TickBox>
      {!isAll && (
        <CheckboxGroup value={chosen} onChange={onChange} className={form.form}>
          <Label>Events{chosen.length > 0 && ` (${chosen.length} chosen)`}</Label>
          <SearchBox label="Find an event" value={term} onChange={setTerm} />
          <div className={styles.scopes}>
            {found.map(({ type, description }) => (
              <TickBox key={type} value={type}>
                <code>{type}</code> <small>{description}</small>
              </TickBox>
            ))}
            {found.length === 0 && types.data && <p>No matching events</p>}
          </div>
        </CheckboxGroup>
      )}
    </>
  )
}
