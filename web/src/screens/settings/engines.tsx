import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { enginesQuery } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { EngineDialog } from './engine-dialog.tsx'
import { engineKinds, type Purpose } from './engine-kinds.ts'

const modelsQuery = queryOptions({
  queryKey: ['engines', 'models'],
  queryFn: ({ signal }) => api.engines.listModels({ signal }),
})

const chosenBy = { installation: 'set by the operator', workspace: 'your own' }
const states = { ready: 'good', missing: 'plain', corrupt: 'bad' } as const

/** The engines that do the work: local models on this server, or external services. */
export function Engines() {
  const mayWrite = useMay('workspaces:write')
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(enginesQuery).data
  const [changing, setChanging] = useState<Purpose>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['engines'] })
  const reset = useMutation({
    mutationFn: (purpose: Purpose) => engineKinds[purpose].reset(),
    onSettled: refresh,
  })
  return (
    <div>
      <Section
        title="Engines"
        text="Everything can run on this server. You can also use an external engine with your own account."
      >
        <Rows label="Engines">
          {results.map(({ purpose, kind, chosen_by, base_url, model }) => (
            <Row
              key={purpose}
              title={engineKinds[purpose].title}
              text={
                kind === 'embedded'
                  ? 'Runs on this server'
                  : [kind, model, base_url].filter(Boolean).join(', ')
              }
            >
              {chosen_by !== 'default' && (
                <Badge tone={chosen_by === 'workspace' ? 'accent' : 'plain'}>
                  {chosenBy[chosen_by]}
                </Badge>
              )}
              {mayWrite && (
                <Button size="small" onPress={() => setChanging(purpose)}>
                  Change
                </Button>
              )}
              {mayWrite && chosen_by === 'workspace' && (
                <Button size="small" onPress={() => reset.mutate(purpose)}>
                  Use default
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      </Section>
      <Models />
      {changing && (
        <EngineDialog
          purpose={changing}
          onClose={() => setChanging(undefined)}
          onChosen={refresh}
        />
      )}
    </div>
  )
}

function Models() {
  const { results } = useSuspenseQuery(modelsQuery).data
  const usedBytes = results
    .filter(({ state }) => state === 'ready')
    .reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Section
      title="Models on this server"
      text={`They use ${megabytes(usedBytes)} of disk space. Missing models are downloaded when first needed.`}
    >
      <Rows label="Models">
        {results.map(({ id, title, licence, version, bytes, state }) => (
          <Row key={id} title={title} text={`${id} ${version}, ${licence}`}>
            <span>{megabytes(bytes)}</span>
            <Badge tone={states[state]}>{state === 'missing' ? 'not downloaded' : state}</Badge>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
