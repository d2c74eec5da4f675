import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commonFields, release } from './config.ts'
import { writeJson } from './stage-program.ts'

const run = promisify(execFile)
const description = 'Client of Atelier for Node, browsers, Deno and Bun, without dependencies.'
const workspaceName = '@atelier/sdk'

/** Writes the SDK as ES modules and as CommonJS, with types for both. */
export async function stageSdk(root: string, target: string): Promise<void> {
  await Promise.all([compile(root, target, 'esm'), compile(root, target, 'cjs')])
  await writeJson(join(target, 'dist/cjs/package.json'), { type: 'commonjs', sideEffects: false })
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  await writeFile(join(target, 'README.md'), readme.replaceAll(workspaceName, release.names.sdk))
  await writeJson(join(target, 'package.json'), {
    ...commonFields(release.names.sdk, description),
    type: 'module',
    sideEffects: false,
    main: './dist/cjs/index.js',
    module: './dist/esm/index.js',
    types: './dist/cjs/index.d.ts',
    exports: {
      '.': entry('index'),
      './node': entry('node'),
      './package.json': './package.json',
    },
  })
  // For tools that don't know "exports".
  await mkdir(join(target, 'node'))
  await writeJson(join(target, 'node/package.json'), {
    main: '../dist/cjs/node.js',
    module: '../dist/esm/node.js',
    types: '../dist/cjs/node.d.ts',
  })
}

function entry(name: string) {
  return {
    import: { types: `./dist/esm/${name}.d.ts`, default: `./dist/esm/${name}.js` },
    require: { types: `./dist/cjs/${name}.d.ts`, default: `./dist/cjs/${name}.js` },
  }
}

async function compile(root: string, target: string, format: 'esm' | 'cjs'): Promise<void> {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const project = join(root, `sdk/tsconfig.${format}.json`)
  const args = [tsc, '-p', project, '--outDir', join(target, 'dist', format)]
  await run(process.execPath, args).catch((error) => {
    throw new Error(`The SDK does not compile:\n${error.stdout}`)
  })
}
