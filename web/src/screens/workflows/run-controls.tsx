import type { WorkflowRunStatus } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, OctagonX, Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { runQuery } from './queries.ts'
import styles from './run-controls.module.css'

interface Props {
  workflowId: string
  run: WorkflowRunStatus
}

type Verb = 'pause' | 'resume' | 'retry' | 'restart' | 'terminate'

/** The actions that a run's current status allows. */
export function RunControls({ workflowId, run }: Props) {
  const mayRun = useMay('workflows:run')
  const [asked, setAsked] = useState<'terminate' | 'restart'>()
  const [reason, setReason] = useState('')
  const act = useAct(workflowId, run.run_id, () => setAsked(undefined))
  const main = mainVerb(run.status)
  if (!mayRun) return null
  const close = () => setAsked(undefined)
  return (
    <>
      {main && (
        <Button
          kind={main.kind}
          aria-label={main.label}
          onPress={() => act.mutate({ verb: main.verb })}
          isDisabled={act.isPending}
        >
          <main.Icon /> <span className={styles.word}>{main.label}</span>
        </Button>
      )}
      <Menu
        label="Run actions"
        trigger={
          <IconButton label="More" size="usual">
            <Ellipsis />
          </IconButton>
        }
      >
        {run.status === 'RUNNING' || run.status === 'PAUSED' ? (
          <MenuAction icon={<OctagonX />} isDanger onAction={() => setAsked('terminate')}>
            Terminate
          </MenuAction>
        ) : (
          <MenuAction icon={<RotateCcw />} onAction={() => setAsked('restart')}>
            Restart from the first step
          </MenuAction>
        )}
      </Menu>
      <Confirm
        title="Terminate this run?"
        isOpen={asked === 'terminate'}
        onClose={close}
        action="Terminate"
        isDanger
        isPending={act.isPending}
        onConfirm={() => act.mutate({ verb: 'terminate', reason })}
      >
        <p>This stops the run and cancels its running tasks and open questions.</p>
        <Field label="Reason (optional)" value={reason} onChange={setReason} />
      </Confirm>
      <Confirm
        title="Restart this run?"
        isOpen={asked === 'restart'}
        onClose={close}
        action="Restart"
        isPending={act.isPending}
        onConfirm={() => act.mutate({ verb: 'restart' })}
      >
        This repeats every step with the same input, including steps with side effects.
      </Confirm>
    </>
  )
}

/** The usual next action, with a button of its own. */
function mainVerb(status: WorkflowRunStatus['status']) {
  if (status === 'RUNNING') {
    return { verb: 'pause', label: 'Pause', Icon: Pause, kind: 'plain' } as const
  }
  if (status === 'PAUSED') {
    return { verb: 'resume', label: 'Resume', Icon: Play, kind: 'first' } as const
  }
  if (status === 'COMPLETED') return undefined
  return { verb: 'retry', label: 'Retry', Icon: RotateCw, kind: 'first' } as const
}

function useAct(workflowId: string, runId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ verb, reason }: { verb: Verb; reason?: string }) => {
      const { workflows } = api
      if (verb === 'pause') return workflows.pauseRun(workflowId, runId, null)
      if (verb === 'resume') return workflows.resumeRun(workflowId, runId)
      if (verb === 'retry') return workflows.retryRun(workflowId, runId)
      if (verb === 'restart') return workflows.restartRun(workflowId, runId)
      return workflows.terminateRun(workflowId, runId, reason ? { reason } : null)
    },
    onSuccess: (state) => {
      queryClient.setQueryData(runQuery(workflowId, runId).queryKey, state)
      onDone()
    },
  })
}
