// "npm run release:dry": builds and packs every package, installs the tarballs in empty folders, and
// uses them the way a newcomer does, on the machine's own Node. Publishes nothing.
// "--keep" leaves the folders there. "--packed" uses the tarballs of an earlier run.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { release, runtimeName } from './config.ts'
import { folderSizes, printSizes } from './folder-sizes.ts'
import { useClient, useProgram } from './smoke-test.ts'

const root = join(import.meta.dirname, '../..')
const tarballs = join(root, 'dist/release')
const isKept = process.argv.includes('--keep')

if (!process.argv.includes('--packed')) {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build.ts'), '--here'], {
    stdio: 'inherit',
  })
}

// Without the repository's own Node and commands.
const path = (process.env.PATH ?? '').split(delimiter)
const own = path.filter((folder) => !folder.includes('node_modules')).join(delimiter)
const env = { PATH: own, HOME: process.env.HOME ?? '', npm_config_update_notifier: 'false' }
const nodeVersion = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()

const folder = await mkdtemp(join(tmpdir(), 'atelier-release-'))
try {
  const { names } = release
  process.stdout.write(`\nThe program and the SDK, in an empty folder with Node ${nodeVersion}\n`)
  const startedAt = performance.now()
  const project = join(folder, 'program')
  const runtime = runtimeName({ platform: process.platform, arch: process.arch })
  await install(project, [names.program, runtime, names.sdk])
  await useProgram({ project, env, startedAt })
  printSizes(await folderSizes(join(project, 'node_modules')))

  process.stdout.write('\nThe client alone\n')
  const client = join(folder, 'client')
  await install(client, [names.client])
  useClient({ project: client, env })
  printSizes(await folderSizes(join(client, 'node_modules')))
} finally {
  if (isKept) process.stdout.write(`Kept: ${folder}\n`)
  else await rm(folder, { recursive: true, force: true })
}

async function install(project: string, packages: string[]): Promise<void> {
  await mkdir(project, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "private": true }\n')
  const all = await readdir(tarballs)
  const files = packages.map((name) => {
    const file = `${name.replace('@', '').replace('/', '-')}-${release.version}.tgz`
    if (!all.includes(file)) throw new Error(`There is no ${file}. Run without --packed.`)
    return join(tarballs, file)
  })
  const startedAt = performance.now()
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...files]
  execFileSync('npm', args, { cwd: project, env, stdio: 'inherit' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`Installed ${packages.join(', ')} in ${seconds} s\n`)
}
