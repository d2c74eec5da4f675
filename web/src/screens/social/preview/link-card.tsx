import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { readHost } from '../../../ui/parse-url.ts'
import styles from './preview.module.css'

const pauseMs = 700

/** The card of a link as networks show it, after a pause in typing. */
export function LinkCard({ link }: { link: string }) {
  const settled = useSettled(link)
  const card = useQuery({
    queryKey: ['link-card', settled],
    queryFn: ({ signal }) => api.social.getLinkCard({ url: settled }, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
    meta: { showsErrors: true },
  })
  const host = readHost(link)
  if (settled !== link || card.isPending) {
    return <p className={styles.cardNote}>Loading the card of {host} …</p>
  }
  if (card.isError) return <p className={styles.cardNote}>No card: {card.error.message}</p>
  return (
    <div className={styles.card}>
      <small>{host}</small>
      <strong>{card.data.title}</strong>
      {card.data.description && <p>{card.data.description}</p>}
    </div>
  )
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
