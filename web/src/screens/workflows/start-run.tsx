import type { Workflow } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { useSearchParams } from '../../app/search-params.ts'
import { InputForm } from './input-form.tsx'
import { useInputs } from './use-inputs.ts'

/** Asks for the inputs and starts a run; errors appear next to their fields. */
export function StartRun({ workflow }: { workflow: Workflow }) {
  const [, change] = useSearchParams()
  const navigate = useNavigate()
  const inputs = useInputs(workflow)
  const start = useMutation({
    mutationFn: (input: Record<string, unknown>) =>
      api.workflows.start(workflow.id, { input, source: 'the console' }),
    onSuccess: ({ run_id }) =>
      navigate({ to: `/workflows/${workflow.id}/runs/${run_id}` as string }),
    onError: inputs.refuse,
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Start ${workflow.title}`}
      action="Start the run"
      send={{
        ...start,
        mutate: () => inputs.submit(start.mutate),
        error: !inputs.isRefused && start.error,
      }}
      onClose={() => change({ start: undefined })}
      validation="aria"
    >
      <InputForm inputs={inputs} />
    </FormDialog>
  )
}
