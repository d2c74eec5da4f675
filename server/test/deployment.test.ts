import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { release } from '../../scripts/release/config.ts'
import { findDifferences } from '../../scripts/release/find-differences.ts'
import { readConfig } from '../src/config.ts'
import { version } from '../src/version.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const containerfile = read('Containerfile')
const image = `localhost/atelier:${version}`

test('versions and names are those of the release, and the changelog begins with it', () => {
  const text = (path: string) => readFileSync(join(deploy, '..', path), 'utf8')
  expect(findDifferences()).toEqual([])
  expect(release.version).toBe(version)
  expect(JSON.parse(text('docs/openapi.json')).info.version).toBe(version)
  expect(/^## (\S+)/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version)
})

test('no page installs a package by its name, because none is published', () => {
  const { names, pythonName } = release
  const packages = [...Object.values(names), pythonName].join('|')
  const install = new RegExp(
    `\\b(npm (i|install|add)|npx|pnpm add|yarn add|pip install)( -\\S+)* (${packages})(?![\\w-]*[./ ])(@|$)`,
    'm',
  )
  expect(install.test('npm install -g @atelier/cli')).toBe(true)
  const root = join(deploy, '..')
  const pages = readdirSync(join(root, 'docs'), { recursive: true }) as string[]
  const others = ['README.md', 'sdk/README.md', 'python/README.md', 'examples/README.md']
  const all = [
    ...pages.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    ...others,
  ]
  expect(all.filter((name) => install.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

/** Read by Node and the AWS SDK, not by us. */
const foreignNames = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
]

/** Reads settings as the server does, which rejects wrong ones. Returns the names it ignores. */
function ignoredNames(environment: Record<string, string>): string[] {
  const known = new Set(foreignNames)
  const recorded = new Proxy(environment, {
    get: (all, name: string) => {
      known.add(name)
      return all[name]
    },
  })
  readConfig(recorded)
  return Object.keys(environment).filter((name) => !known.has(name))
}

function instruction(name: string): string {
  const line = new RegExp(`^${name} (.*)$`, 'm').exec(containerfile)?.[1]
  if (!line) throw new Error(`The Containerfile has no ${name}.`)
  return line
}

function imageSettings(): Record<string, string> {
  const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(containerfile)?.[1] ?? ''
  return Object.fromEntries(block.split(/[\s\\]+/).map((pair) => pair.split('=')))
}

test('the image has a numeric user other than root, and its port, folder and settings agree', () => {
  expect(instruction('USER')).toBe('10001:10001')
  const settings = imageSettings()
  expect(ignoredNames(settings)).toEqual([])
  expect(instruction('EXPOSE')).toBe(settings.PORT)
  expect(instruction('VOLUME')).toBe(settings.ATELIER_DATA_DIR)
  expect(containerfile).toMatch(/^HEALTHCHECK[\s\S]*\/readyz/m)
})

interface Service {
  image: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
  volumes?: string[]
  ports?: string[]
}

/** Replaces `${NAME:-default}` and `${NAME:?message}` as compose does. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_all, kind, rest) =>
    kind === '-' ? rest : 'a-longer-value@example.com',
  )
}

test('the image has every page of the docs', () => {
  const copied = containerfile
    .match(/^COPY (?!--).+$/gm)
    ?.join('\n')
    .split(/\s+/)
  const index = read('../docs/README.md')
  const outside = [...index.matchAll(/\]\(\.\.\/([\w/.-]+\.md)\)/g)].map(([, path]) => path)
  expect(outside).toContain('sdk/README.md')
  const sent = read('../.containerignore').split('\n')
  for (const path of ['docs', ...outside] as string[]) {
    expect(copied).toContain(path)
    const isSent = sent.includes(`!${path}`) || sent.includes(`!${path.split('/')[0]}`)
    expect([path, isSent]).toEqual([path, true])
  }
})

describe.each(['compose.yaml', 'compose.fleet.yaml'])('%s', (file) => {
  const { services, volumes } = parseYaml(interpolate(read(file))) as {
    services: Record<string, Service>
    volumes: object
  }
  const ours = Object.entries(services).filter(([, service]) => service.image === image)

  test('our services have known settings, a read-only root and no capabilities', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const [name, service] of ours) {
      expect(ignoredNames({ ...imageSettings(), ...service.environment }), name).toEqual([])
      expect([service.read_only, service.cap_drop], name).toEqual([true, ['ALL']])
      // The service that creates the bucket writes no files.
      if (name === 'bucket') continue
      expect(service.tmpfs?.[0], name).toMatch(/^\/tmp:/)
      expect(service.volumes?.[0]?.split(':')[1], name).toBe(instruction('VOLUME'))
    }
  })

  test('all volumes exist, and our port is only published to this machine', () => {
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? [])
    const names = mounts
      .map((mount) => mount.split(':')[0] ?? '')
      .filter((name) => /^\w/.test(name))
    expect([...new Set(names)].sort()).toEqual(Object.keys(volumes).sort())
    const ports = ours.flatMap(([, service]) => service.ports ?? [])
    for (const port of ports) expect(port).toBe('127.0.0.1:4600:4600')
  })
})

interface Container {
  image: string
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  volumeMounts: { mountPath: string }[]
  securityContext: object
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
}

interface Probe {
  httpGet: { path: string; port: string }
}

const yaml = (name: string) => parseYaml(read(`kubernetes/${name}.yaml`)) as never

function readSettings({ env }: Container): Record<string, string> {
  const { data } = yaml('settings') as { data: Record<string, string> }
  const { stringData } = yaml('secret.example') as { stringData: Record<string, string> }
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  return { ...imageSettings(), ...data, ...stringData, ...own }
}

test('the kustomization lists every manifest that is not an example', () => {
  const { resources, images } = yaml('kustomization') as {
    resources: string[]
    images: { name: string; newTag: string }[]
  }
  const files = readdirSync(join(deploy, 'kubernetes'))
  expect(resources.toSorted()).toEqual(
    files.filter((name) => !/example|kustomiz/.test(name)).sort(),
  )
  expect(`${images[0]?.name}:${images[0]?.newTag}`).toBe(image)
})

describe.each(['api', 'worker'])('the %s of Kubernetes', (role) => {
  const { spec } = yaml(role) as { spec: { template: { spec: { containers: Container[] } } } }
  const pod = spec.template.spec
  const container = pod.containers[0] as Container
  const settings = readSettings(container)

  test('has the settings of its role, and Kubernetes adds none', () => {
    expect(container.image).toBe(image)
    expect(ignoredNames(settings)).toEqual([])
    expect(settings.ATELIER_ROLES).toBe(role)
    expect(pod).toMatchObject({ enableServiceLinks: false })
  })

  test('has probes on ports and paths that the server serves', () => {
    const ports = Object.fromEntries(container.ports.map((port) => [port.name, port.containerPort]))
    const { PORT, ATELIER_HEALTH_PORT } = settings
    const apiPort = role === 'api' ? { http: Number(PORT) } : {}
    expect(ports).toEqual({ ...apiPort, health: Number(ATELIER_HEALTH_PORT) })
    const { startupProbe, readinessProbe, livenessProbe } = container
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect(Object.keys(ports)).toContain(httpGet.port)
    }
    expect(readinessProbe.httpGet.path).toBe('/readyz')
    expect(livenessProbe.httpGet.path).toBe('/healthz')
  })

  test('runs as the user of the image, with a read-only root and the folders it writes to', () => {
    const uid = Number(instruction('USER').split(':')[0])
    const user = { runAsNonRoot: true, runAsUser: uid, fsGroup: uid }
    expect(pod).toMatchObject({ securityContext: user })
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    })
    const folders = container.volumeMounts.map(({ mountPath }) => mountPath)
    expect(folders).toEqual([instruction('VOLUME'), '/tmp'])
  })
})

test('the systemd unit has known settings', () => {
  const lines = read('systemd/atelier.service').matchAll(/^Environment=(\w+)=(.*)$/gm)
  expect(ignoredNames(Object.fromEntries([...lines].map(([, ...pair]) => pair)))).toEqual([])
})
