import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useMain } from '../call-main.ts'
import { scripts } from '../completion.ts'
import { bin } from '../test-atelier.ts'

const atelier = useMain()

beforeAll(() => {
  mkdirSync(join(atelier.folder, 'atelier'))
  const profiles = {
    work: { url: 'http://localhost:4600', key: 'k' },
    home: { url: 'x', key: 'k' },
  }
  writeFileSync(
    join(atelier.folder, 'atelier', 'profiles.json'),
    JSON.stringify({ current: 'work', profiles }),
  )
})

async function after(line: string): Promise<string[]> {
  const { code, stdout } = await atelier.call(['__complete', '--', ...line.split(' ')])
  expect(code).toBe(0)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((one) => one.split('\t')[0] as string)
}

describe('suggestions', () => {
  test.each([
    ['boa', ['board', 'boards'], ['login', 'board-tasks']],
    ['card mo', ['move'], ['add']],
    ['task mo', ['move'], ['add']],
    ['boards ', ['list', 'create', 'create-status'], ['boards']],
    ['boards list-', ['list-members', 'list-tags'], ['list']],
    ['boards create --t', ['--title'], ['--slug']],
    ['boards update --', ['--if-match', '--json', '--help'], []],
    ['board-tasks create --no-', ['--no-complete'], ['--title']],
    ['board-tasks create --priority ', ['low', 'urgent'], ['--title']],
    ['board-tasks create --priority u', ['urgent'], ['low']],
    ['notifications list --category agentN', ['agentNeedsInput', 'agentNudge'], ['mention']],
    ['--profile ', ['work', 'home'], ['boards']],
    ['--profile work boards cr', ['create'], ['list']],
    ['boards list --profile w', ['work'], ['home']],
    ['profiles ', ['use', 'remove'], ['work']],
    ['profiles use ', ['work', 'home'], []],
    ['completion ', ['bash', 'zsh', 'fish'], []],
    ['voices ', ['generate-audio'], []],
    ['notify --ask ', ['text', 'approval'], []],
    ['assets upload ', [':files'], []],
    ['remove-background ', [':files'], []],
    ['boards create --body ', [':files'], []],
  ])('%s', async (line, there, absent) => {
    const found = await after(line)
    expect(found).toEqual(expect.arrayContaining(there))
    for (const word of absent) expect(found).not.toContain(word)
  })
})

describe('in bash', () => {
  function complete(words: string[]): string[] {
    const script = `
      atelier() { "${process.execPath}" "${bin}" "$@"; }
      source /dev/stdin <<< "$SCRIPT"
      COMP_WORDS=(atelier ${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length}
      _atelier
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { PATH = '' } = process.env
    const env = { PATH, SCRIPT: scripts.bash, XDG_CONFIG_HOME: atelier.folder }
    return execFileSync('bash', ['--norc', '--noprofile', '-c', script], { encoding: 'utf8', env })
      .trim()
      .split('\n')
  }

  test('completes commands, options and values', () => {
    expect(complete(['webh'])).toEqual(['webhooks'])
    expect(complete(['boards', 'list', '--profile', ''])).toEqual(['work', 'home'])
    expect(complete(['assets', 'upload', ''])).toEqual([''])
  })
})

test.each(Object.keys(scripts))('a script for %s is printed', async (shell) => {
  const { code, stdout } = await atelier.call(['completion', shell])
  expect([code, stdout]).toEqual([0, scripts[shell as 'bash']])
})
