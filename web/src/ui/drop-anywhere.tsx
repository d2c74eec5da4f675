import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './drop-anywhere.module.css'

interface Props {
  onFile: (file: File) => void
  /** Called with an http(s) URL that was pasted or dropped. */
  onUrl: (url: string) => void
  /** Shown while something is dragged over the page. */
  children: ReactNode
}

const httpUrl = /^https?:\/\/\S+$/i

/** While mounted, accepts files and URLs that are dropped anywhere on the page or pasted. */
export function DropAnywhere({ onFile, onUrl, children }: Props) {
  const [isOver, setOver] = useState(false)
  const taker = useRef({ onFile, onUrl })
  taker.current = { onFile, onUrl }
  useEffect(() => {
    const take = (data: DataTransfer | null): boolean => {
      const file = data?.files[0]
      const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim()
      if (file) taker.current.onFile(file)
      else if (httpUrl.test(text)) taker.current.onUrl(text)
      else return false
      return true
    }
    const over = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? []
      if (!types.includes('Files') && !types.includes('text/uri-list')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (take(event.dataTransfer)) event.preventDefault()
    }
    const paste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, textarea')
      // Text pasted into a field belongs to that field.
      if (isField && !event.clipboardData?.files.length) return
      if (take(event.clipboardData)) event.preventDefault()
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [])
  return isOver ? <div className={styles.over}>{children}</div> : null
}
