import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { When } from '../../ui/when.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

const keysQuery = queryOptions({
  queryKey: ['apiKeys'],
  queryFn: ({ signal }) => api.apiKeys.list({ page_size: 100 }, { signal }),
})

/** The keys that agents sign in with. A key is shown only once, when it is created. */
export function ApiKeys() {
  const mayWrite = useMay('api-keys:write')
  const [isMaking, setMaking] = useState(false)
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(keysQuery).data
  const revoke = useMutation({
    mutationFn: (id: string) => api.apiKeys.revoke(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const [valid, ended] = [
    results.filter(({ revoked_at }) => revoked_at === null),
    results.filter(({ revoked_at }) => revoked_at !== null),
  ]
  return (
    <div>
      <Section
        title="API keys"
        text="Give each agent its own key with only the permissions it needs. Activity shows the key’s name."
        action={
          mayWrite && (
            <Button kind="first" onPress={() => setMaking(true)}>
              <Plus />
              New key
            </Button>
          )
        }
      >
        {valid.length === 0 ? (
          <Empty icon={<KeyRound size={22} />} title="No keys yet">
            An agent needs a key to work here.
          </Empty>
        ) : (
          <Rows label="API keys">
            {valid.map((key) => (
              <Row key={key.id} title={key.name} text={<KeyFacts {...key} />}>
                <Badge>{key.scopes.length} permissions</Badge>
                {mayWrite && (
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${key.name}?`}
                    text="Requests with this key fail right away. This cannot be undone."
                    onConfirm={() => revoke.mutate(key.id)}
                  />
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Section>
      {ended.length > 0 && (
        <Section title="Revoked">
          <Rows label="Revoked keys">
            {ended.map((key) => (
              <Row key={key.id} title={key.name} text={<code>{key.prefix}…</code>}>
                <When at={key.revoked_at as string} />
              </Row>
            ))}
          </Rows>
        </Section>
      )}
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

interface KeyUse {
  prefix: string
  last_used_at: string | null
  expires_at: string | null
}

function KeyFacts({ prefix, last_used_at, expires_at }: KeyUse) {
  return (
    <>
      <code>{prefix}…</code>
      {last_used_at ? (
        <>
          , last used <When at={last_used_at} />
        </>
      ) : (
        ', not used yet'
      )}
      {expires_at && (
        <>
          , expires <When at={expires_at} />
        </>
      )}
    </>
  )
}
