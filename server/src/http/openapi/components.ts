import { spellOut } from './spell-out.ts'

/** Named parts of the document, defined once and referenced everywhere else. */
export class Components {
  readonly schemas: Record<string, object> = {}
  readonly responses: Record<string, object> = {}
  readonly parameters: Record<string, object> = {}

  /** The schema of a value that the service sends. */
  sent(schema: object): object {
    return spellOut(schema, {
      isReceived: false,
      refer: ({ title, ...out }) => this.#schema(title, out),
    })
  }

  /** The schema of a value that the service receives: fields with a default are optional. */
  received(schema: object): object {
    return spellOut(schema, {
      isReceived: true,
      refer: ({ title, ...out }, original) => {
        // If that makes a difference, the received schema gets its own name.
        const isSame =
          JSON.stringify(out) === JSON.stringify(this.sent({ ...original, title: undefined }))
        return this.#schema(isSame ? title : `${title}Input`, out)
      },
    })
  }

  /** A request body, under its own name or the given one. */
  body(name: string, schema: object): object {
    const received = this.received(schema)
    return 'title' in schema ? received : this.#schema(name, received)
  }

  parameter(name: string, parameter: object): object {
    return this.#keep('parameters', name, parameter)
  }

  response(name: string, response: object): object {
    return this.#keep('responses', name, response)
  }

  /** Defined under its name; only the description may differ between uses. */
  #schema(name: string, schema: { description?: string }): object {
    const { description, ...bare } = schema
    const known = this.schemas[name] as { description?: string } | undefined
    if (!known) this.schemas[name] = schema
    else {
      const { description: _, ...knownBare } = known
      assertSame(name, knownBare, bare)
    }
    const reference = { $ref: `#/components/schemas/${name}` }
    const isOwn = description !== undefined && known && description !== known.description
    return isOwn ? { ...reference, description } : reference
  }

  #keep(kind: 'responses' | 'parameters', name: string, value: object): object {
    const kept = this[kind]
    kept[name] ??= value
    assertSame(name, kept[name], value)
    return { $ref: `#/components/${kind}/${name}` }
  }
}

function assertSame(name: string, one: object, other: object): void {
  if (JSON.stringify(one) === JSON.stringify(other)) return
  throw new Error(`Two different parts of the OpenAPI document are named ${name}`)
}
