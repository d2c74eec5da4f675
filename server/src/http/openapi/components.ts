import { spellOut } from './spell-out.ts'

/** What stands in the document once, under a name, and is referred to from everywhere else. */
export class Components {
  readonly schemas: Record<string, object> = {}
  readonly responses: Record<string, object> = {}
  readonly parameters: Record<string, object> = {}

  /** A schema of what the service sends. */
  sent(schema: object): object {
    return spellOut(schema, {
      isReceived: false,
      refer: ({ title, ...out }) => this.#schema(title, out),
    })
  }

  /** A schema of what the service receives: a field with a default may be left out. */
  received(schema: object): object {
    return spellOut(schema, {
      isReceived: true,
      refer: ({ title, ...out }, original) => {
        // Where that makes a difference, what is received has a name of its own.
        const isSame =
          JSON.stringify(out) === JSON.stringify(this.sent({ ...original, title: undefined }))
        return this.#schema(isSame ? title : `${title}Input`, out)
      },
    })
  }

  /** The body of a request, under its own name or the given one. */
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

  /** Shown under its name; only its description may differ from use to use. */
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
  throw new Error(`Two different parts of the OpenAPI document are called ${name}`)
}
