import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commonFields, type Platform, runtimeName } from './config.ts'
import { writeJson } from './stage-program.ts'

const run = promisify(execFile)

/** A copy of the library under its full version, which nothing loads. */
const isUnused = (path: string) => /libonnxruntime\.\d+\.\d+\.\d+\.dylib$/.test(path)

/**
 * Writes the package with the native parts for one platform: the Node that the server runs on, and
 * ONNX Runtime. The originals on npm contain C++ headers and the binaries of all platforms, and one
 * downloads more when it is installed.
 */
export async function stageRuntime(root: string, target: string, platform: Platform) {
  const { platform: os, arch } = platform
  const node = await nodePackage(root, `${target}-node`, platform)
  await mkdir(join(target, 'bin'), { recursive: true })
  await cp(join(node, 'bin/node'), join(target, 'bin/node'))
  await cp(join(node, 'LICENSE'), join(target, 'LICENSE-node'))
  const { version: nodeVersion } = JSON.parse(await readFile(join(node, 'package.json'), 'utf8'))
  await rm(`${target}-node`, { recursive: true, force: true })

  const onnx = join(root, 'node_modules/onnxruntime-node')
  const manifest = JSON.parse(await readFile(join(onnx, 'package.json'), 'utf8'))
  const to = join(target, 'onnxruntime')
  const binaries = `bin/napi-v6/${os}/${arch}`
  await cp(join(onnx, binaries), join(to, binaries), {
    recursive: true,
    filter: (path) => !isUnused(path),
  })
  await mkdir(join(to, 'dist'), { recursive: true })
  for (const file of await readdir(join(onnx, 'dist'))) {
    if (file.endsWith('.js')) await cp(join(onnx, 'dist', file), join(to, 'dist', file))
  }
  const { name, version, main } = manifest
  await writeJson(join(to, 'package.json'), { name, version, main, license: 'MIT' })
  await writeFile(join(target, 'LICENSE'), licenses(nodeVersion, version))
  await writeFile(join(target, 'README.md'), readme(platform, nodeVersion, version))
  await writeJson(join(target, 'package.json'), {
    ...commonFields(runtimeName(platform), `The native parts of Atelier for ${os} on ${arch}.`),
    license: 'MIT',
    os: [os],
    cpu: [arch],
    dependencies: { 'onnxruntime-common': manifest.dependencies['onnxruntime-common'] },
  })
}

/** The folder of the pinned Node. That of another platform comes from the registry. */
async function nodePackage(root: string, folder: string, { node }: Platform): Promise<string> {
  const installed = join(root, 'node_modules', node)
  if ((await readdir(installed).catch(() => [])).length > 0) return installed
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages[`node_modules/${node}`]
  await mkdir(folder, { recursive: true })
  const pack = ['pack', `${node}@${version}`, '--json', '--pack-destination', folder]
  const [packed] = JSON.parse((await run('npm', pack, { cwd: folder })).stdout)
  if (packed.integrity !== integrity) {
    throw new Error(`${node}@${version} differs from package-lock.json.`)
  }
  await run('tar', ['-xzf', packed.filename], { cwd: folder })
  const [unpacked] = (await readdir(folder)).filter((name) => !name.endsWith('.tgz'))
  return join(folder, unpacked as string)
}

function readme({ platform, arch }: Platform, node: string, onnx: string): string {
  return `The native parts of Atelier for ${platform} on ${arch}: Node ${node} and ONNX Runtime ${onnx}.
Installed together with Atelier; not meant to be used alone.
`
}

function licenses(node: string, onnx: string): string {
  return `bin/node is Node.js ${node}: see LICENSE-node.

onnxruntime is ONNX Runtime ${onnx}, under the MIT License:

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
}
