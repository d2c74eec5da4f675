import type { ModelStore } from '@atelier/server/platform/model-store/model-store.ts'
import { Command } from 'commander'
import { print } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { table } from './terminal/table.ts'

interface Options {
  json?: boolean
}

/** The weights of the embedded engines. They are downloaded on first use, or with this command. */
export function modelsCommand(): Command {
  const models = new Command('models')
  models.addCommand(
    withJson(new Command('list')).description('list models and their state').action(list),
  )
  models.addCommand(
    withJson(new Command('pull').argument('[id...]', 'model ids (default: all but whisper-*)'))
      .description('download models now instead of on first use')
      .option('--file <path>', 'use a file you already have; needs one id')
      .action(pull),
  )
  models.addCommand(
    withJson(new Command('verify').argument('[id...]', 'model ids (default: all downloaded)'))
      .description('verify the checksums of downloaded models')
      .action(verify),
  )
  models.addCommand(
    withJson(new Command('path').argument('<id>', 'model id'))
      .description('print the path of a model, downloading it if it is missing')
      .action(path),
  )
  return models
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON')
}

async function openStore(): Promise<ModelStore> {
  const { readConfig } = await import('@atelier/server/config.ts')
  const { openModels } = await import('@atelier/server/deps.ts')
  const { createLogger } = await import('@atelier/server/platform/logger.ts')
  const config = readConfig()
  return openModels(config, createLogger({ ...config, logLevel: 'error' }))
}

async function list({ json }: Options): Promise<void> {
  const models = await (await openStore()).list()
  const rows = models.map(({ id, state, bytes, licence, title }) => [
    id,
    state,
    `${Math.round(bytes / 1e6)} MB`,
    licence,
    title,
  ])
  print(json, models, table([['ID', 'STATE', 'SIZE', 'LICENCE', 'DESCRIPTION'], ...rows]))
}

async function pull(wanted: string[], { json, file }: Options & { file?: string }): Promise<void> {
  const store = await openStore()
  if (file !== undefined) {
    const [id] = wanted
    if (id === undefined || wanted.length > 1) throw new Error('--file needs exactly one model id.')
    await store.addFromFile(id, file)
    return print(json, { pulled: [id] }, `Ready: ${id}.`)
  }
  const standard = (await store.list()).filter(({ optional }) => !optional)
  const ids = wanted.length > 0 ? wanted : standard.map(({ id }) => id)
  for (const id of ids) {
    const bar = progressBar(id.padEnd(12))
    await store.pull(id, {
      onProgress: ({ receivedBytes, totalBytes = 0 }) =>
        bar.show(
          receivedBytes / (totalBytes || 1),
          `${Math.round(receivedBytes / 1e6)} of ${Math.round(totalBytes / 1e6)} MB`,
        ),
    })
    bar.end()
  }
  print(json, { pulled: ids }, `Ready: ${ids.join(', ')}.`)
}

async function verify(wanted: string[], { json }: Options): Promise<void> {
  const store = await openStore()
  const here = (await store.list()).filter(({ state }) => state !== 'missing').map(({ id }) => id)
  const checked = []
  for (const id of wanted.length > 0 ? wanted : here) {
    for (const file of await store.verify(id)) checked.push({ id, ...file })
  }
  const text =
    checked.length === 0
      ? 'No models downloaded yet. Download them with: atelier models pull'
      : table([['ID', 'FILE', 'STATE'], ...checked.map(({ id, name, state }) => [id, name, state])])
  print(json, checked, text)
  if (checked.some(({ state }) => state !== 'ok')) process.exitCode = 1
}

async function path(id: string, { json }: Options): Promise<void> {
  const found = await (await openStore()).path(id)
  print(json, { id, path: found }, found)
}
