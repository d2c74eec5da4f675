import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { submit } from '../../../ui/submit.ts'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

/** Options in the person's order: by dragging, by keyboard, or with the arrows on a phone. */
export function RankForm({ question, isPending, onAnswer }: FormProps) {
  const [order, setOrder] = useState(() => question.options.map(({ value }) => value))
  const [comment, setComment] = useState('')
  const findLabel = (value: string) =>
    question.options.find((option) => option.value === value)?.label ?? value
  const move = (from: number, by: number) => {
    const moved = order[from] as string
    setOrder(order.toSpliced(from, 1).toSpliced(from + by, 0, moved))
  }
  const entries = order.map((value) => ({ id: value, name: findLabel(value) }))
  return (
    <Form className={styles.form} onSubmit={submit(() => onAnswer(order, comment))}>
      <p className={styles.label}>Put them in order, the first at the top</p>
      <SortableList label="Your order" entries={entries} onSort={setOrder}>
        {({ id, name }) => {
          const at = order.indexOf(id)
          return (
            <div className={styles.ranked}>
              <span className={styles.place}>{at + 1}.</span>
              <span className={styles.rankedName}>{name}</span>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Move ${name} up`}
                isDisabled={at === 0}
                onPress={() => move(at, -1)}
              >
                <ArrowUp />
              </Button>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Move ${name} down`}
                isDisabled={at === order.length - 1}
                onPress={() => move(at, 1)}
              >
                <ArrowDown />
              </Button>
            </div>
          )
        }}
      </SortableList>
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button type="submit" kind="first" isDisabled={isPending}>
          Send order
        </Button>
      </div>
    </Form>
  )
}
