import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './composer.module.css'
import { tagsQuery } from './queries.ts'

const maxSuggested = 8

/** Tags for finding posts here; they are not published. */
export function TagField({
  value,
  onChange,
}: {
  value: string[]
  onChange: (tags: string[]) => void
}) {
  const [text, setText] = useState(value.join(', '))
  const known = useQuery(tagsQuery).data ?? []
  const change = (next: string) => {
    setText(next)
    onChange(parseTags(next))
  }
  const others = known.filter(({ name }) => !value.includes(name)).slice(0, maxSuggested)
  return (
    <div>
      <Field
        label="Tags"
        placeholder="Autumn launch, Shop"
        hint="Separated by commas. Tags help you find posts here and are never published."
        value={text}
        onChange={change}
      />
      {others.length > 0 && (
        <div className={styles.known}>
          {others.map(({ id, name }) => (
            <Button
              key={id}
              size="small"
              kind="quiet"
              onPress={() => change([...value, name].join(', '))}
            >
              #{name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function parseTags(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/^#/, ''))
  return [...new Set(names.filter((name) => name !== ''))]
}
