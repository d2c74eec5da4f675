import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import blankDefinition from './blank-workflow.json'
import { readSteps } from './definition.ts'
import styles from './new-workflow.module.css'
import { templatesQuery } from './queries.ts'
import { StepPreview } from './step-preview.tsx'

/** Small enough to understand, and runs as it is. */
const blank = {
  id: 'blank',
  title: 'A new workflow',
  description: 'Waits two seconds and returns a greeting. Adapt it to your needs.',
  definition: blankDefinition,
}

/** Chooses a template and previews it before creating the workflow. */
export function NewWorkflow() {
  const [params, change] = useSearchParams()
  const navigate = useNavigate()
  const templates = useQuery(templatesQuery)
  const all = [...(templates.data?.results ?? []), blank]
  const chosen = all.find(({ id }) => id === params.new) ?? all[0] ?? blank
  const create = useMutation({
    mutationFn: () =>
      api.workflows.create(
        chosen.id === blank.id ? { definition: blank.definition } : { template: chosen.id },
      ),
    onSuccess: ({ id }) => navigate({ to: `/workflows/${id}` as string }),
  })
  const close = () => change({ new: undefined })
  return (
    <Dialog title="New workflow" isOpen onClose={close} kind="wide">
      {templates.isPending ? (
        <SkeletonRows count={4} height={72} />
      ) : (
        <div className={styles.split}>
          <ListBox
            aria-label="Templates"
            className={styles.list}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen.id]}
            onSelectionChange={(keys) =>
              change({ new: String([...keys][0]) }, { isReplacing: true })
            }
          >
            {all.map(({ id, title, description }) => (
              <ListBoxItem key={id} id={id} textValue={title} className={styles.template}>
                <strong>{title}</strong>
                <small>{description}</small>
              </ListBoxItem>
            ))}
          </ListBox>
          <section
            aria-label="Preview"
            className={styles.preview}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be longer than there is room, and keys scroll it
            tabIndex={0}
          >
            <StepPreview
              label={`Steps of ${chosen.title}`}
              steps={readSteps(chosen.definition.steps)}
            />
          </section>
        </div>
      )}
      <DialogButtons>
        <Button onPress={close}>Cancel</Button>
        <Button kind="first" isDisabled={create.isPending} onPress={() => create.mutate()}>
          Create workflow
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
