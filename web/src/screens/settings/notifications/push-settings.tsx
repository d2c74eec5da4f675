import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { say } from '../../../ui/toasts.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { When } from '../../../ui/when.tsx'
import styles from './notification-settings.module.css'
import { hereId, pushState, turnOff, turnOn } from './push-here.ts'
import { browsersQuery } from './queries.ts'

/** Push in this browser, and the other browsers that receive it. */
export function PushSettings() {
  const queryClient = useQueryClient()
  const mayWrite = useMay('notifications:write')
  const { data: state } = useQuery({ queryKey: ['push', 'here'], queryFn: pushState })
  const { data: browsers } = useQuery(browsersQuery)
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['push'] })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn() : turnOff(hereId() ?? '')),
    onSettled: readAnew,
    meta: { showsErrors: true },
  })
  const remove = useMutation({ mutationFn: turnOff, onSettled: readAnew })
  const test = useMutation({
    mutationFn: (id: string) => api.push.testSubscription(id),
    onSuccess: () => say('A test notification is on its way'),
    onSettled: readAnew,
  })
  return (
    <section className={styles.part} aria-labelledby="push">
      <h2 id="push">Push</h2>
      {state === 'impossible' ? (
        <p>
          This browser cannot receive push notifications. They need HTTPS; on an iPhone, add the
          console to the home screen.
        </p>
      ) : state === 'refused' ? (
        <p>
          This browser blocks notifications from this site. Allow them in the site settings next to
          the address bar.
        </p>
      ) : (
        <Toggle
          label="Push to this browser"
          hint="Shows inbox notifications even when the console is closed."
          isSelected={change.isPending ? change.variables : state === 'on'}
          isDisabled={!mayWrite || state === undefined || change.isPending}
          onChange={(on) => change.mutate(on)}
        />
      )}
      <Refusal error={change.error} />
      {browsers && browsers.results.length > 0 && (
        <ul className={styles.list}>
          {browsers.results.map(({ id, label, service, created_at }) => (
            <li key={id}>
              <span className={styles.words}>
                {label}
                {id === hereId() && ' (this one)'}
                <small>
                  Added <When at={created_at} />, via {service}
                </small>
              </span>
              {mayWrite && (
                <>
                  <Button kind="quiet" size="small" onPress={() => test.mutate(id)}>
                    Test
                  </Button>
                  <Button size="small" onPress={() => remove.mutate(id)}>
                    Remove
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
