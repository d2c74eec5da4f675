import pg from 'pg'

/** node-postgres alone, with named statements. */
export function bareSql(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const names = new Map<string, string>()
  return async (texts: TemplateStringsArray, ...values: unknown[]) => {
    const text = texts.reduce((before, after, place) => `${before}$${place}${after}`)
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    const { rows } = await pool.query({ name, text, values })
    return rows
  }
}

export async function listen(url: string, channel: string, onMessage: (text: string) => void) {
  const client = new pg.Client({ connectionString: url })
  client.on('notification', ({ payload = '' }) => onMessage(payload))
  await client.connect()
  await client.query(`listen ${channel}`)
}
