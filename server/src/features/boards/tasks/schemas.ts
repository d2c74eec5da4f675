import { type Static, Type } from 'typebox'
import { commaList } from '../../../http/body/absent-values.ts'
import { PageQuery } from '../../../http/pagination.ts'
import { Day, named, Time, TimeZone } from '../../../http/schemas.ts'
import type { Asset } from '../../assets/schemas.ts'
import { Expand, idOrRecord, nullable, Reference, Title, Uuid } from '../common-schemas.ts'
import { Status } from '../statuses/schemas.ts'
import { fieldInputs, fieldReplies } from './fields.ts'

export const ChecklistItem = named(
  'ChecklistItem',
  Type.Object({
    id: Uuid,
    title: Type.String(),
    done: Type.Boolean(),
    order: Type.String(),
  }),
)

export type ChecklistItem = Static<typeof ChecklistItem>

/** The summary of a task shown inside another one. */
export const TaskBrief = named(
  'BoardTaskBrief',
  Type.Object({
    id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    status: Uuid,
    complete: Type.Boolean(),
  }),
)

export type TaskBrief = Static<typeof TaskBrief>

export interface BoardBrief {
  id: string
  slug: string
  title: string
}

export const Recurrence = named(
  'TaskRecurrence',
  Type.Object({
    rrule: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO.',
    }),
    tz: TimeZone,
    mode: Type.Enum(['on_schedule', 'after_completion'], {
      description:
        'Creates the next task on its day, or when the last one is complete, counted from that day.',
    }),
  }),
)

export type Recurrence = Static<typeof Recurrence>

export const BoardTask = named(
  'BoardTask',
  Type.Object({
    id: Uuid,
    slug: Type.String({ description: 'Such as LAUNCH-12; earlier ones keep working.' }),
    board: idOrRecord<string | BoardBrief>('string'),
    status: Uuid,
    status_details: Type.Optional(Status),
    ...fieldReplies,
    checklist: Type.Array(ChecklistItem),
    attachments: Type.Array(idOrRecord<string | Asset>('string')),
    subtasks: Type.Array(idOrRecord<string | TaskBrief>('string')),
    recurrence: nullable(Recurrence),
    series_id: nullable(Uuid),
    creator: nullable(Type.Integer()),
    modifier: nullable(Type.Integer()),
    modifier_kind: Type.Enum(['user', 'agent', 'system'], {
      description:
        'The kind of actor that changed it last. An agent acts with the key of the person in `modifier`.',
    }),
    modifier_name: Type.String({ description: 'The name of the person, or of the agent’s key.' }),
    created_at: Time,
    updated_at: Time,
  }),
)

export type BoardTask = Static<typeof BoardTask>

const ColumnReference = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '\\S',
  description: 'Id or title of a column of the board.',
})

export const UpdateTaskBody = Type.Partial(
  Type.Object({
    status: ColumnReference,
    ...fieldInputs,
    recurrence: Type.Union([Recurrence, Type.Null()], {
      description: 'Makes it a recurring task; null ends the series with this task.',
    }),
    apply_to: Type.Enum(['this', 'following'], {
      default: 'this',
      description:
        'For a recurring task: whether the change counts for this task only, or also for those that follow.',
    }),
  }),
)

export type UpdateTaskBody = Static<typeof UpdateTaskBody>

export const CreateTaskBody = Type.Interface([UpdateTaskBody], {
  title: Title,
  board: Type.Optional(
    Type.String({
      ...Reference,
      description: 'Id or slug. Optional if you send `parent` or the id of a column as `status`.',
    }),
  ),
})

export type CreateTaskBody = Static<typeof CreateTaskBody>

export const TaskParams = Type.Object({ task_id: Reference })
export const TaskQuery = Type.Object({ expand: Expand })

const csv = (description: string) =>
  Type.Optional(Type.String({ format: commaList, minLength: 1, maxLength: 4000, description }))

export const TaskListQuery = Type.Interface(
  [PageQuery],
  {
    board: Type.Optional(Reference),
    status: csv('Ids or titles of columns, separated by commas or repeated.'),
    assignee: csv(
      'Ids, emails or full names of people, `me` or `none`, separated by commas or repeated.',
    ),
    tag: csv('Names or ids, separated by commas or repeated; tasks with any of them.'),
    priority: csv('low, medium, high, urgent, none; separated by commas or repeated.'),
    complete: Type.Optional(
      Type.Boolean({ description: 'Only completed tasks, or only open ones.' }),
    ),
    parent: Type.Optional(
      Type.String({
        ...Reference,
        description: 'Id or slug of a task, or `none` for top-level tasks.',
      }),
    ),
    due_before: Type.Optional(Day),
    due_after: Type.Optional(Day),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Words that must all be in the title or description.',
      }),
    ),
    sort: Type.Optional(
      Type.String({
        maxLength: 40,
        default: '-created_at',
        description:
          'created_at, updated_at, start_date, due_date, priority, title, order, number; a leading - reverses the order.',
      }),
    ),
    expand: Expand,
  },
  { additionalProperties: false },
)

export type TaskListQuery = Static<typeof TaskListQuery>

export const MoveTaskBody = Type.Object({
  board: Type.Optional(Reference),
  status: Type.Optional(ColumnReference),
  before: Type.Optional(
    Type.String({ ...Reference, description: 'The task of the column to place it before.' }),
  ),
  after: Type.Optional(Type.String({ ...Reference, description: 'The task to place it after.' })),
})

export type MoveTaskBody = Static<typeof MoveTaskBody>

const HowToClone = Type.Object({
  title: Type.Optional(Title),
  with_subtasks: Type.Optional(Type.Boolean({ default: false })),
})

/** The body is optional. */
export const CloneTaskBody = nullable(HowToClone)

export type CloneTaskOptions = Static<typeof HowToClone>
