import { AtelierError } from '@atelier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../app/api.ts'
import { runQuery, runStepsQuery } from './queries.ts'

/**
 * Keeps a run on the page as it is on the server, step by step. Events tell of the run as a whole;
 * its steps are told by a stream of its own, which ends with the run and begins again when it is
 * taken up.
 */
export function useFollowRun(id: string, runId: string, isOpen: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    const follow = async () => {
      for await (const state of api.workflows.followRun(id, runId, { signal: leaving.signal })) {
        queryClient.setQueryData(runQuery(id, runId).queryKey, state)
        void queryClient.invalidateQueries({ queryKey: runStepsQuery(id, runId).queryKey })
      }
    }
    follow().catch((error) => {
      // Left, or refused; what is refused here is refused and shown where the run is read.
      if (!leaving.signal.aborted && !(error instanceof AtelierError)) throw error
    })
    return () => leaving.abort()
  }, [id, runId, isOpen, queryClient])
}
