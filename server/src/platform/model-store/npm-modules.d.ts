/** The few parts of npm's own libraries that we use; they ship without types. */

declare module '@npmcli/config' {
  interface Options {
    npmPath: string
    definitions: unknown
    shorthands: unknown
    flatten: unknown
    nerfDarts: unknown
    argv: string[]
    env: Record<string, string | undefined>
    cwd: string
  }
  export default class Config {
    constructor(options: Options)
    load(): Promise<void>
    readonly flat: Record<string, unknown>
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const all: {
    definitions: Record<string, { default: unknown }>
    shorthands: unknown
    flatten: unknown
    nerfDarts: unknown
  }
  export default all
}

declare module 'npm-registry-fetch' {
  interface Response {
    status: number
    headers: { get(name: string): string | null }
    body: AsyncIterable<Buffer> & { destroy(): void }
    json(): Promise<unknown>
  }
  interface Fetch {
    (url: string, options: Record<string, unknown>): Promise<Response>
    pickRegistry(spec: string, options: Record<string, unknown>): string
  }
  const fetch: Fetch
  export default fetch
}
