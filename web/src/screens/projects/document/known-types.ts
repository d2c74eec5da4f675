/** A field of a project's data, as JSON Schema describes it. */
export interface FieldSchema {
  title: string
  description?: string
  type: 'string' | 'number' | 'array'
  format?: 'date' | 'uri' | 'markdown'
  enum?: readonly string[]
}

/** The fields that the built-in types usually have. Their data may have any others. */
const schemas: Record<string, Record<string, FieldSchema>> = {
  campaign: {
    goal: { title: 'Goal', type: 'string' },
    audience: { title: 'Audience', type: 'string' },
    phase: { title: 'Phase', type: 'string', enum: ['idea', 'draft', 'live', 'done'] },
    budget: { title: 'Budget', type: 'number' },
    start_date: { title: 'Start date', type: 'string', format: 'date' },
    end_date: { title: 'End date', type: 'string', format: 'date' },
  },
  brand: {
    tagline: { title: 'Tagline', type: 'string' },
    voice: { title: 'Voice', type: 'string', description: 'How texts of this brand sound.' },
    colors: { title: 'Colors', type: 'array', description: 'One per line.' },
    fonts: { title: 'Fonts', type: 'array', description: 'One per line.' },
    website: { title: 'Website', type: 'string', format: 'uri' },
  },
  'content-plan': {
    audience: { title: 'Audience', type: 'string' },
    channels: { title: 'Channels', type: 'array', description: 'One per line.' },
    start_date: { title: 'Start date', type: 'string', format: 'date' },
    end_date: { title: 'End date', type: 'string', format: 'date' },
  },
  adcreativeproject: {
    headline: { title: 'Headline', type: 'string' },
    call_to_action: { title: 'Call to action', type: 'string' },
    url: { title: 'Landing page', type: 'string', format: 'uri' },
  },
  document: {
    status: { title: 'Status', type: 'string', enum: ['draft', 'review', 'final'] },
  },
}

export function fieldsOfType(type: string): [name: string, schema: FieldSchema][] {
  return Object.entries(schemas[type.toLowerCase()] ?? {})
}
