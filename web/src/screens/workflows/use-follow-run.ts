import { AtelierError } from '@atelier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../app/api.ts'
import { runQuery, runStepsQuery } from './queries.ts'

/**
 * Keeps a run up to date, step by step. Events only report the run as a whole; its steps come from
 * its own stream, which ends with the run and starts again when the run resumes.
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
      // The page was left, or the server refused. The query that loads the run shows the refusal.
      if (!leaving.signal.aborted && !(error instanceof AtelierError)) throw error
    })
    return () => leaving.abort()
  }, [id, runId, isOpen, queryClient])
}
