import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Large packages that few requests need. One `import` at the top of a file would load them always. */
const loadedWhenNeeded = [
  '@aws-sdk/client-s3',
  '@modelcontextprotocol/server',
  '@redis/client',
  '@scalar/fastify-api-reference',
  'imapflow',
  'jose',
  'nodemailer',
  'onnxruntime-node',
  'postal-mime',
  'web-push',
]

test('the server starts without the packages that only few requests need', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    await import(${JSON.stringify(new URL('../src/main.ts', import.meta.url).href)})
    console.log(JSON.stringify(urls))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 16 * 1024 ** 2 })
  const urls = JSON.parse(stdout) as string[]
  const has = (name: string) => urls.some((url) => url.includes(`/node_modules/${name}/`))
  expect(has('fastify')).toBe(true)
  expect(loadedWhenNeeded.filter(has)).toEqual([])
})
