import Config from '@npmcli/config'
import npm from '@npmcli/config/lib/definitions/index.js'
import npmFetch from 'npm-registry-fetch'

export interface RemoteFile {
  status: number
  header(name: string): string | undefined
  body: AsyncIterable<Buffer>
}

/** A package source. Throws on status 400 and above, with `statusCode`. */
export interface Registry {
  tarballUrl(name: string, version: string, signal?: AbortSignal): Promise<string>
  get(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<RemoteFile>
}

type NpmOptions = Record<string, unknown>

/**
 * The registry that npm is configured with. URL, scopes, credentials, proxy and certificates come
 * from the same .npmrc files and npm_config_ variables that `npm install` reads. npm's global file
 * is located from the running node, so one next to another node must be named by
 * npm_config_globalconfig (npm sets it for everything it starts).
 */
export function npmRegistry(where: {
  environment: Record<string, string | undefined>
  folder: string
}): Registry {
  let loading: Promise<NpmOptions> | undefined
  const load = () => {
    loading ??= readNpmOptions(where.environment, where.folder)
    return loading
  }
  return {
    tarballUrl: async (name, version, signal) => tarballUrl(await load(), name, version, signal),
    get: async (url, headers, signal) => get(await load(), url, headers, signal),
  }
}

async function readNpmOptions(
  environment: Record<string, string | undefined>,
  folder: string,
): Promise<NpmOptions> {
  const { definitions, shorthands, flatten, nerfDarts } = npm
  const config = new Config({
    npmPath: folder,
    definitions,
    shorthands,
    flatten,
    nerfDarts,
    argv: [],
    env: environment,
    cwd: folder,
  })
  await config.load()
  // We store the weights: a second copy in npm's cache would waste space. We also retry ourselves.
  return { ...config.flat, cache: undefined, retry: { retries: 0 } }
}

async function tarballUrl(
  options: NpmOptions,
  name: string,
  version: string,
  signal?: AbortSignal,
): Promise<string> {
  const registry = npmFetch.pickRegistry(name, options)
  const url = `${registry.replace(/(?<!\/)\/+$/, '')}/${name.replace('/', '%2f')}`
  const response = await npmFetch(url, { ...options, spec: name, signal })
  const packument = (await response.json()) as {
    versions?: Record<string, { dist?: { tarball?: string } }>
  }
  const tarball = packument.versions?.[version]?.dist?.tarball
  if (!tarball) throw new Error(`The registry has no ${name}@${version}`)
  return onConfiguredHost(tarball, registry, options.replaceRegistryHost)
}

/**
 * A caching registry may serve documents that still name the public host. npm then requests the
 * same path from the configured host, and so do we (the setting `replace-registry-host`).
 */
function onConfiguredHost(tarball: string, registry: string, replaced: unknown): string {
  const publicHost = new URL(String(npm.definitions.registry?.default)).host
  const { host, pathname } = new URL(tarball)
  const hostToReplace = replaced === 'npmjs' ? publicHost : replaced
  const replace = replaced === 'always' || host === hostToReplace
  return replace ? new URL(pathname, registry).href : tarball
}

async function get(
  options: NpmOptions,
  url: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<RemoteFile> {
  const response = await npmFetch(url, {
    ...options,
    // A compressed transfer would make byte ranges meaningless.
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal,
  })
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: response.body,
  }
}
