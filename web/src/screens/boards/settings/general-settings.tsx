import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { submit } from '../../../ui/submit.ts'
import { say } from '../../../ui/toasts.tsx'
import { useBoard } from '../board-context.ts'
import { boardQuery } from '../queries.ts'
import styles from './board-settings.module.css'

/** Edits a board's title, slug and description. */
export function GeneralSettings() {
  const { board, mayWrite } = useBoard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState(board.title)
  const [slug, setSlug] = useState(board.slug)
  const [description, setDescription] = useState(board.description)
  const isChanged =
    title !== board.title || slug !== board.slug || description !== board.description
  const save = useMutation({
    mutationFn: () =>
      // Sends only changed fields, because another person may be editing the others.
      api.boards.update(board.id, {
        ...(title !== board.title && { title: title.trim() }),
        ...(slug !== board.slug && { slug: slug.trim() }),
        ...(description !== board.description && { description }),
      }),
    onSuccess: async (changed) => {
      say('Saved.')
      client.setQueryData(boardQuery(changed.slug).queryKey, {
        ...board,
        ...changed,
        statuses: board.statuses,
      })
      void client.invalidateQueries({ queryKey: ['boards'] })
      void client.invalidateQueries({ queryKey: ['boardTasks'] })
      if (changed.slug !== board.slug) {
        await navigate({ to: `/boards/${changed.slug}/settings` as string, replace: true })
      }
    },
    meta: { showsErrors: true },
  })
  return (
    <Section title="General">
      <Form className={styles.form} onSubmit={submit(() => save.mutate())}>
        <Field
          label="Title"
          value={title}
          onChange={setTitle}
          maxLength={250}
          isRequired
          isDisabled={!mayWrite}
        />
        <Field
          label="Short name"
          hint={`Used in URLs and task numbers, such as ${slug.toUpperCase()}-1. The old name keeps working.`}
          value={slug}
          onChange={setSlug}
          maxLength={50}
          isRequired
          isDisabled={!mayWrite}
        />
        <Field
          label="Description"
          value={description}
          onChange={setDescription}
          rows={4}
          isDisabled={!mayWrite}
        />
        <Refusal error={save.error} />
        {mayWrite && (
          <div className={styles.buttons}>
            <Button type="submit" kind="first" isDisabled={!isChanged || save.isPending}>
              Save
            </Button>
          </div>
        )}
      </Form>
    </Section>
  )
}
