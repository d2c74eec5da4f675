import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import styles from './search-box.module.css'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  autoFocus?: boolean
}

const pauseMs = 250

/** A search field for a list. It reports a change after the person stops typing. */
export function SearchBox({ label, value, onChange, autoFocus = false }: Props) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    // The value changed externally, through browser history or a link.
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onChange(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <SearchField
      aria-label={label}
      value={text}
      onChange={setText}
      autoFocus={autoFocus}
      className={styles.box}
    >
      <Search size={15} aria-hidden />
      <Input placeholder={label} className={styles.input} />
      <Button className={styles.clear}>
        <X size={14} aria-hidden />
      </Button>
    </SearchField>
  )
}
