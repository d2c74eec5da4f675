import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Choice } from '../../../ui/choice.tsx'
import { When } from '../../../ui/when.tsx'
import { useBoard } from '../board-context.ts'
import { isOverdue, type Priority, priorities, type Task } from '../model.ts'
import { fieldsQuery } from '../queries.ts'
import { useChangeTask } from '../use-change-task.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import { CustomField } from './custom-field.tsx'
import { DayField } from './day-field.tsx'
import { NumberField } from './number-field.tsx'
import styles from './properties.module.css'
import { TagPicker } from './tag-picker.tsx'

const ranks = [...priorities, { id: 'none', label: 'No priority' } as const]

/** The fields of a task besides its texts. */
export function Properties({ task }: { task: Task }) {
  const { board, names, mayWrite } = useBoard()
  const { data: fields = [] } = useQuery(fieldsQuery(board.id))
  const change = useChangeTask(task)
  const isDisabled = !mayWrite
  return (
    <dl className={styles.list}>
      <Row name="Status">
        <Choice
          label="Status"
          isLabelHidden
          isDisabled={isDisabled}
          options={board.statuses.map(({ id, title }) => ({ id, label: title }))}
          value={task.status}
          onChange={(status) => change.mutate({ status })}
        />
      </Row>
      <Row name="Priority">
        <Choice
          label="Priority"
          isLabelHidden
          isDisabled={isDisabled}
          options={ranks}
          value={task.priority ?? 'none'}
          onChange={(id: Priority | 'none') =>
            change.mutate({ priority: id === 'none' ? null : id })
          }
        />
      </Row>
      <Row name="Assignees">
        <AssigneePicker task={task} />
      </Row>
      <Row name="Tags">
        <TagPicker task={task} />
      </Row>
      <Row name="Start">
        <DayField
          label="Start"
          value={task.start_date}
          isDisabled={isDisabled}
          onChange={(start_date) => change.mutate({ start_date })}
        />
      </Row>
      <Row name="Due">
        <DayField
          label="Due"
          value={task.due_date}
          isOver={isOverdue(task)}
          isDisabled={isDisabled}
          onChange={(due_date) => change.mutate({ due_date })}
        />
      </Row>
      <Row name="Hours">
        <NumberField
          label="Estimated hours"
          value={task.estimated_hours}
          isDisabled={isDisabled}
          onChange={(estimated_hours) => change.mutateAsync({ estimated_hours })}
        />
      </Row>
      {fields.map((field) => (
        <Row key={field.id} name={field.name}>
          <CustomField
            field={field}
            value={task.custom_fields[field.key] ?? null}
            isDisabled={isDisabled}
            onChange={(value) => change.mutateAsync({ custom_fields: { [field.key]: value } })}
          />
        </Row>
      ))}
      <Row name="Created">
        <span className={styles.fact}>
          <When at={task.created_at} />
          {task.creator !== null && ` by ${names.people.get(task.creator) ?? 'someone'}`}
        </span>
      </Row>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt title={name}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
