import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../server/test/harness.ts'
import { useMain } from '../call-main.ts'

const service = useService()
const atelier = useMain()
let env: Record<string, string>
const mia = useTenant(service)

beforeAll(async () => {
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  env = { ATELIER_URL: baseUrl, ATELIER_API_KEY: mia.key }
})

async function newProject(data: string): Promise<string> {
  const args = ['projects', 'create', 'campaign', '--title', 'Autumn', '--data', data, '--json']
  return JSON.parse((await atelier.call(args, { env })).stdout).id
}

async function readData(id: string): Promise<string> {
  const { stdout } = await atelier.call(['projects', 'get', 'campaign', id, '--json'], { env })
  return stdout.slice(stdout.indexOf('"data": ')).replaceAll(/\s+/g, '')
}

/** An editor that replaces words while somebody else changes the project. */
async function editor(replace: [string, string], meanwhile?: { id: string; data: object }) {
  const script = join(atelier.folder, `editor-${Math.random()}.mjs`)
  await writeFile(
    script,
    `import { readFileSync, writeFileSync } from 'node:fs'
const meanwhile = ${JSON.stringify(meanwhile ?? null)}
if (meanwhile) {
  await fetch(${JSON.stringify(env.ATELIER_URL)} + '/api/v1/projects/campaign/' + meanwhile.id, {
    method: 'PATCH',
    headers: { authorization: 'Api-Key ${mia.key}', 'content-type': 'application/json' },
    body: JSON.stringify({ data: meanwhile.data }),
  })
}
const file = process.argv[2]
const [from, to] = ${JSON.stringify(replace)}
writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
`,
  )
  return { ...env, EDITOR: `${process.execPath} ${script}` }
}

const edit = (id: string, env: Record<string, string>, ...more: string[]) =>
  atelier.call(['project', 'edit', 'campaign', id, ...more], { env })

describe('project edit', () => {
  test('sends the text exactly as written', async () => {
    const id = await newProject('{"price":1.10,"phase":"draft"}')
    const ended = await edit(id, await editor(['"draft"', '"live", "big": 12345678901234567890']))
    expect(ended).toEqual({ code: 0, stdout: 'Saved as revision 2.\n', stderr: '' })
    expect(await readData(id)).toContain('{"price":1.10,"phase":"live","big":12345678901234567890}')
  })

  test('sends nothing if nothing changed', async () => {
    const id = await newProject('{"phase":"draft"}')
    const ended = await edit(id, await editor(['x', 'y']))
    expect(ended).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' })
  })

  test('keeps changes that others made to other values', async () => {
    const id = await newProject('{"phase":"draft","budget":1}')
    const meanwhile = { id, data: { phase: 'draft', budget: 2 } }
    const ended = await edit(id, await editor(['draft', 'live'], meanwhile))
    expect(ended.stdout).toContain('revision 3, merged with changes by others')
    expect(await readData(id)).toContain('{"phase":"live","budget":2}')
  })

  const clash = (id: string) => ({ id, data: { phase: 'paused', budget: 2 } })

  test('a conflict shows the paths, saves the text and changes nothing', async () => {
    const id = await newProject('{"phase":"draft","budget":1}')
    const ended = await edit(id, await editor(['draft', 'live'], clash(id)))
    expect(ended.code).toBe(6)
    expect(ended.stderr).toMatch(/\/phase +"draft" +"paused" +"live"/)
    const [, file] = /saved in (\S+)/.exec(ended.stderr) ?? []
    expect(JSON.parse(await readFile(file as string, 'utf8'))).toEqual({ phase: 'live', budget: 2 })
    expect(await readData(id)).toContain('{"phase":"paused","budget":2}')
  })

  test('--mine sends the merged text', async () => {
    const id = await newProject('{"phase":"draft","budget":1}')
    const ended = await edit(id, await editor(['draft', 'live'], clash(id)), '--mine')
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('revision 3')])
    expect(await readData(id)).toContain('{"phase":"live","budget":2}')
  })

  test('saves a text that is not JSON or that the server rejects', async () => {
    const id = await newProject('{"phase":"draft"}')
    const broken = await edit(id, await editor(['"draft"', 'draft']))
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('is saved in')])
    const away = await edit(id, await editor(['draft', 'x'.repeat(1_100_000)]))
    expect(away.code).toBe(3)
    const [, file] = /saved in (\S+)/.exec(away.stderr) ?? []
    expect((await readFile(file as string, 'utf8')).length).toBeGreaterThan(1_000_000)
  })
})
