import type { Door, LinkCode } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { When } from '../../../ui/when.tsx'
import styles from './notification-settings.module.css'

/** The chat apps in which the person can answer questions, and how to link them. */
export function DoorSettings() {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['doors'],
    queryFn: ({ signal }) => api.doors.listMy({ signal }),
    // Linking happens in another app.
    refetchInterval: 5000,
  })
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['doors'] })
  const link = useMutation({
    mutationFn: (connection_id: string) => api.doors.createLinkCode({ connection_id }),
    meta: { showsErrors: true },
  })
  const unlink = useMutation({
    mutationFn: (id: string) => api.doors.unlink(id),
    onSettled: readAnew,
    meta: { showsErrors: true },
  })
  const apps = data?.doors.filter(({ connection_id }) => connection_id !== null) ?? []
  if (apps.length === 0) return null
  const isOpen = apps.some((door) => door.connection_id === link.variables && !door.is_linked)
  return (
    <section className={styles.part} aria-labelledby="doors">
      <h2 id="doors">Answer in chat apps</h2>
      <p>Link your account to get questions there and answer them.</p>
      <ul className={styles.list}>
        {apps.map((door) => (
          <li key={door.connection_id}>
            <span className={styles.words}>{nameOf(door)}</span>
            {door.is_linked ? (
              <Button
                kind="quiet"
                size="small"
                isDisabled={unlink.isPending}
                onPress={() => unlink.mutate(door.connection_id as string)}
              >
                Unlink
              </Button>
            ) : (
              <Button
                size="small"
                isDisabled={link.isPending}
                onPress={() => link.mutate(door.connection_id as string)}
              >
                Link account
              </Button>
            )}
          </li>
        ))}
      </ul>
      {link.data && isOpen && <Instructions code={link.data} />}
      <Refusal error={link.error ?? unlink.error} />
    </section>
  )
}

function nameOf({ name, account_name, is_linked }: Door): string {
  return is_linked ? `${name}: linked as ${account_name}` : name
}

function Instructions({ code: { code, instructions, url, expires_at } }: { code: LinkCode }) {
  return (
    <div role="status">
      <p>
        {instructions}
        {url && (
          <>
            {' '}
            or <a href={url}>open the chat</a>
          </>
        )}
      </p>
      <CopyText text={code} />
      <small>
        The code works once and expires <When at={expires_at} />.
      </small>
    </div>
  )
}
