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
  const queryClient = useQueryClient()
  const mayRun = useMay('workflows:run')
  const [asked, setAsked] = useState<'terminate' | 'restart'>()
  const [reason, setReason] = useState('')
  const { run_id, status } = run
  const act = useMutation({
    mutationFn: (verb: Verb) => {
      const { workflows } = api
      switch (verb) {
        case 'pause':
          return workflows.pauseRun(workflowId, run_id, null)
        case 'resume':
          return workflows.resumeRun(workflowId, run_id)
        case 'retry':
          return workflows.retryRun(workflowId, run_id)
        case 'restart':
          return workflows.restartRun(workflowId, run_id)
        case 'terminate':
          return workflows.terminateRun(workflowId, run_id, reason ? { reason } : null)
      }
    },
    onSuccess: (state) => {
      queryClient.setQueryData(runQuery(workflowId, run_id).queryKey, state)
      setAsked(undefined)
    },
  })
  if (!mayRun) return null
  const isOpen = status === 'RUNNING' || status === 'PAUSED'
  return (
    <>
      {status === 'RUNNING' && (
        <Button aria-label="Pause" onPress={() => act.mutate('pause')} isDisabled={act.isPending}>
          <Pause /> <span className={styles.word}>Pause</span>
        </Button>
      )}
      {status === 'PAUSED' && (
        <Button
          kind="first"
          aria-label="Resume"
          onPress={() => act.mutate('resume')}
          isDisabled={act.isPending}
        >
          <Play /> <span className={styles.word}>Resume</span>
        </Button>
      )}
      {!isOpen && status !== 'COMPLETED' && (
        <Button
          kind="first"
          aria-label="Retry"
          onPress={() => act.mutate('retry')}
          isDisabled={act.isPending}
        >
          <RotateCw /> <span className={styles.word}>Retry</span>
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
        {isOpen ? (
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
        onClose={() => setAsked(undefined)}
        action="Terminate"
        isDanger
        isPending={act.isPending}
        onConfirm={() => act.mutate('terminate')}
      >
        <p>This stops the run and cancels its running tasks and open questions.</p>
        <Field label="Reason (optional)" value={reason} onChange={setReason} />
      </Confirm>
      <Confirm
        title="Restart this run?"
        isOpen={asked === 'restart'}
        onClose={() => setAsked(undefined)}
        action="Restart"
        isPending={act.isPending}
        onConfirm={() => act.mutate('restart')}
      >
        This repeats every step with the same input, including steps with side effects.
      </Confirm>
    </>
  )
}
