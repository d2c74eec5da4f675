const inputs = {
  type: 'object',
  required: ['product', 'size'],
  properties: {
    product: { type: 'string', minLength: 3, description: 'What it is called.' },
    size: { type: 'string', enum: ['small', 'large'], default: 'small' },
    count: { type: 'integer', default: 2, maximum: 5 },
  },
}

/** Needs no models: values, a question, and a branch with one side skipped. */
export const definition = {
  title: 'Ask and tell',
  description: 'Asks somebody, then tells.',
  inputs,
  steps: [
    {
      id: 'both',
      type: 'parallel',
      branches: {
        left: [{ id: 'one', type: 'set', value: '${inputs.product}' }],
        right: [{ id: 'two', type: 'set', value: '${inputs.count}' }],
      },
    },
    { id: 'approval', type: 'ask', kind: 'approval', question: 'Is ${inputs.product} good?' },
    {
      id: 'decision',
      type: 'branch',
      cases: [
        {
          when: 'steps.approval.output.value == "approved"',
          steps: [{ id: 'yes', type: 'set', value: 'It is good.' }],
        },
      ],
      else: [{ id: 'no', type: 'set', value: 'It is not.' }],
    },
  ],
  output: { said: '${inputs.product}' },
}
