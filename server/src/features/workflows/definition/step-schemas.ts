import { type TSchema, Type } from 'typebox'
import type { Step } from './definition.ts'

/** The schema of each step type. Nested steps are checked one by one. */

const exact = { additionalProperties: false }
const steps = Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 })
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2000, description })
const free = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const idPattern = '^[a-z][a-z0-9_]{0,49}$'
export const longestSeconds = 366 * 86_400

const common = {
  id: Type.String({
    pattern: idPattern,
    description: 'Lowercase letters, digits and _. Must be unique in the document.',
  }),
  title: Type.Optional(Type.String({ maxLength: 200 })),
  on_error: Type.Optional(Type.Enum(['fail', 'continue'])),
}

const doing = {
  ...common,
  timeout_seconds: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: longestSeconds,
      description: 'The step fails after this time.',
    }),
  ),
  retries: Type.Optional(
    Type.Object(
      {
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, default: 3 })),
        delay_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400, default: 2 })),
        backoff: Type.Optional(Type.Number({ minimum: 1, maximum: 10, default: 2 })),
      },
      {
        ...exact,
        description: 'For temporary failures. Default: 3 retries, after 2, 4 and 8 seconds.',
      },
    ),
  ),
}

const object = (type: Step['type'], description: string, fields: Record<string, TSchema>) =>
  Type.Object({ type: Type.Literal(type), ...fields }, { ...exact, title: type, description })

export const stepSchemas: Record<Step['type'], TSchema> = {
  call: object('call', 'Calls an operation of this service and waits for the work it starts.', {
    ...doing,
    operation: Type.String({
      maxLength: 100,
      description: 'An operationId, such as createBoardTask.',
    }),
    params: Type.Optional(free('Path parameters.')),
    query: Type.Optional(free('Query parameters.')),
    body: Type.Optional(Type.Unknown({ description: 'Template of the request body.' })),
    wait: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'If false, the step is done once the work is accepted.',
      }),
    ),
  }),
  http: object(
    'http',
    'Calls an external URL. An Idempotency-Key lets the receiver ignore retries.',
    {
      ...doing,
      method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
      url: Type.String({ minLength: 1, maxLength: 2000 }),
      headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4000 }))),
      body: Type.Optional(Type.Unknown({ description: 'Sent as JSON.' })),
    },
  ),
  wait: object('wait', 'Waits for a number of seconds or until a time.', {
    ...doing,
    seconds: Type.Optional(
      Type.Union([
        Type.Number({ minimum: 0, maximum: longestSeconds }),
        Type.String({ maxLength: 2000 }),
      ]),
    ),
    until: Type.Optional(
      Type.String({ maxLength: 2000, description: 'A day or a time, usually a template.' }),
    ),
  }),
  wait_for_event: object('wait_for_event', 'Waits for an event; its output is the event.', {
    ...doing,
    event: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'An event type, or a prefix such as `pm_task.*`.',
    }),
    filter: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Condition over `event`. With `${…}`, values of the run become part of it.',
      }),
    ),
    since: Type.Optional(
      Type.Enum(['step', 'run'], {
        default: 'step',
        description: 'Counts events after the step began, or after the run started.',
      }),
    ),
    on_timeout: Type.Optional(
      Type.Enum(['fail', 'continue'], {
        default: 'fail',
        description: 'After `timeout_seconds`; with `continue` the output is null.',
      }),
    ),
  }),
  ask: object('ask', 'Asks a person, and waits for the answer.', {
    ...doing,
    kind: Type.Enum(['approval', 'choice', 'text', 'form', 'edit', 'rank', 'multi_choice']),
    user_id: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    question: Type.String({ minLength: 1, maxLength: 1000 }),
    message: Type.Optional(Type.String({ maxLength: 2000 })),
    body: Type.Optional(Type.String({ maxLength: 100_000, description: 'Markdown.' })),
    link: Type.Optional(Type.String({ maxLength: 2000 })),
    options: Type.Optional(
      Type.Unknown({ description: 'The options of choice, multi_choice and rank.' }),
    ),
    fields: Type.Optional(Type.Unknown({ description: 'The JSON Schema of a form.' })),
    draft: Type.Optional(Type.String({ maxLength: 100_000, description: 'The text of an edit.' })),
    default_answer: Type.Optional(
      Type.Unknown({ description: 'The answer if nobody answers in time.' }),
    ),
    remind_after_seconds: Type.Optional(Type.Unknown({ description: 'A list of seconds.' })),
    escalate: Type.Optional(Type.Unknown({ description: 'A list of {after_seconds, to}.' })),
    quorum: Type.Optional(Type.Unknown({ description: '{needed, of, rule}, for an approval.' })),
    subject: Type.Optional(
      Type.Unknown({
        description: '{kind, id} of an asset or post. Defaults to this step and its input.',
      }),
    ),
    answerable_by: Type.Optional(Type.Enum(['session', 'credential', 'user', 'anyone'])),
    proof: Type.Optional(Type.Enum(['any', 'session'])),
    expires_in_seconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 365 * 86_400 })),
    on_expiry: Type.Optional(Type.Enum(['fail', 'continue'])),
  }),
  sub_workflow: object('sub_workflow', 'Runs another workflow, and waits for its output.', {
    ...doing,
    workflow: Type.String({ minLength: 1, maxLength: 100, description: 'Its id or slug.' }),
    input: Type.Optional(Type.Unknown({ description: 'Template of its input.' })),
  }),
  branch: object('branch', 'Takes the first matching case, or `else`.', {
    ...common,
    cases: Type.Array(Type.Object({ when: expression('A condition.'), steps }, exact), {
      minItems: 1,
      maxItems: 20,
    }),
    else: Type.Optional(steps),
  }),
  parallel: object('parallel', 'Runs branches in parallel and waits for all.', {
    ...common,
    branches: Type.Record(Type.String({ pattern: idPattern }), steps, {
      minProperties: 1,
      maxProperties: 20,
    }),
  }),
  for_each: object('for_each', 'Runs steps for each item of a list, a few at a time.', {
    ...common,
    items: expression('A list of at most 1,000 items.'),
    as: Type.Optional(Type.String({ pattern: idPattern, description: 'Name of the item.' })),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
    steps,
    output: Type.Optional(Type.Unknown({ description: 'Template of an item’s output.' })),
  }),
  set: object('set', 'Computes a value.', { ...common, value: Type.Unknown() }),
  fail: object('fail', 'Fails with a message.', {
    ...common,
    message: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
}

export const documentSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    inputs: Type.Optional(
      Type.Object(
        { type: Type.Literal('object') },
        { additionalProperties: true, description: 'A JSON Schema of type object.' },
      ),
    ),
    steps,
    output: Type.Optional(Type.Unknown({ description: 'Template of the run’s output.' })),
    timeout_seconds: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: longestSeconds, default: 30 * 86_400 }),
    ),
  },
  exact,
)
