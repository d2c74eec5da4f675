import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import styles from './search-box.module.css'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
}

const pauseMs = 250

/** Looks for something in a list; tells it when the person stops writing. */
export function SearchBox({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    // Somebody else has changed it: back in the history, or a link.
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
    <SearchField aria-label={label} value={text} onChange={setText} className={styles.box}>
      <Search size={15} aria-hidden />
      <Input placeholder={label} className={styles.input} />
      <Button className={styles.clear}>
        <X size={14} aria-hidden />
      </Button>
    </SearchField>
  )
}
