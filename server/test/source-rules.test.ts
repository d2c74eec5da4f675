import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Rule {
  name: string
  files: RegExp
  /** Finds calls, up to the bracket before their arguments. */
  call: RegExp
  isWrong(args: string[], call: string): boolean
  message: string
  wrong: string[]
  right: string[]
}

const tests = /(^|\/)test-[^/]+\.ts$|\.test\.ts$|^(server|cli|sdk|web)\/test\//
const readsOnce =
  /\.(allInnerTexts|allTextContents|boundingBox|count|evaluate|getAttribute|inputValue|innerText|isChecked|isDisabled|isEnabled|isHidden|isVisible|textContent)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/

/** A line after the comment `// source-rules: <reason>` is exempt. */
const rules: Rule[] = [
  {
    name: 'a test, a hook or a wait has no limit of its own',
    files: tests,
    call: /\b(?:expect\s*\.poll|vi\.(?:setConfig|waitFor|waitUntil)|(?<![.\w])(?:test|describe)[\w.]*|(?:before|after)(?:All|Each))(?=\()/g,
    isWrong: ([, options = '', limit = ''], call) =>
      /^vi/.test(call) ||
      (/^(before|after)/.test(call) && options !== '') ||
      /^\{[\s\S]*\btimeout:/.test(options) ||
      /^[\d_]+$/.test(limit),
    message:
      'A limit of its own makes a test fail on a busy machine. Leave it out, and wait with expect.poll.',
    wrong: [
      'await expect\n  .poll(() => read(1), { interval: 20, timeout: 5_000 })\n  .toBe(1)',
      "test('a', { timeout: 5_000 }, () => check())",
      "test.each([1, 2])('a (%d', () => {\n  check(1, 2)\n}, 5_000)",
      'beforeAll(async () => {\n  await start(1, 2)\n}, limitMs)',
      'await vi.waitFor(() => check())',
    ],
    right: [
      'await expect.poll(() => read({ timeout: 1 }), { interval: 20 }).toBe(1)',
      "test('a', () => {\n  check({ timeout: 1 }, 5_000)\n})",
      'beforeAll(\n  () => start(1, 2),\n)',
    ],
  },
  {
    name: 'a test reads a page until it is as expected',
    files: /^web\/test\//,
    call: /\bexpect(?=\()/g,
    isWrong: ([value = '']) => /^await\b/.test(value) && readsOnce.test(value),
    message: 'This reads the page only once, while it may still be changing. Use expect.poll.',
    wrong: ["expect(await page.getByText('a (b').getAttribute('href')).toBe('/')"],
    right: ['expect(await readTitles(page, (await page.count()) + 1)).toEqual([])'],
  },
  {
    name: 'a test intercepts requests from the next one on',
    files: /^web\/test\//,
    call: /\.route(?=\()/g,
    isWrong: () => true,
    message:
      'The browser applies this a moment later, so the next request may be missed. Use intercept().',
    wrong: ["await page.route('**/a', (route) => route.abort())"],
    right: ["// source-rules: the page is opened afterwards.\nawait page.route('**/a', respond)"],
  },
  {
    name: 'optimistic changes of one thing arrive in order',
    files: /^web\/src\//,
    call: /\buseMutation(?=\()/g,
    isWrong: ([options = '']) =>
      /^\{[\s\S]*\bonMutate\b/.test(options) && !/\bscope\b/.test(options),
    message: 'Two changes in quick succession may arrive in the wrong order. Add a scope.',
    wrong: ['useMutation({\n  mutationFn: (id) => save(id),\n  onMutate: () => show(),\n})'],
    right: ["useMutation({ mutationFn: save, onMutate: show, scope: { id: 'board' } })"],
  },
  {
    name: 'a function is named by a verb',
    // Programs import the names of these two files.
    files: /^(?!sdk\/src\/(?:wait|exact-json\/nodes)\.ts$)/,
    call: /\bfunction\*? \w+(?:Of|In|For|At|By)(?:<[^()]*>)?(?=\()|\bconst \w+(?:Of|In|For|At|By) = (?:async )?(?=\([^()]*\)(?::[^=]+)? =>)/g,
    isWrong: (_, call) =>
      !/ (?:is|has|can|should)[A-Z]| \w*(?:sign|log|cut|signed)In\b| waitFor\b| scrollBy\b| runAxeAt\b/i.test(
        call,
      ),
    message: 'Say what it does: readText instead of textOf, findPlace instead of placeAt.',
    wrong: [
      'function textOf(node: Node) {}',
      'async function* rowsIn<T>(list: T[]) {}',
      'const labelFor = (id: string) => labels[id]',
    ],
    right: [
      'function readText(node: Node) {}',
      'function isMeantFor(one: One) {}',
      'const signIn = () => {}',
    ],
  },
]

/** What to skip between brackets: comments, texts and escaped characters. */
const token =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|\\.|[()[\]{},]/g

/** The arguments of the call whose bracket is at `start`, and of the call of its result, if any. */
function readArguments(text: string, start: number): string[][] {
  const args: string[] = []
  let depth = 0
  let from = start + 1
  token.lastIndex = start
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [part] = found
    if (/^[([{]$/.test(part)) depth++
    if (/^[)\]}]$/.test(part)) depth--
    if (depth > (part === ',' ? 1 : 0) || !/^[),]$/.test(part)) continue
    const arg = text.slice(from, found.index).trim()
    if (arg !== '') args.push(arg)
    from = token.lastIndex
    if (part === ')') return [args, ...(text[from] === '(' ? readArguments(text, from) : [])]
  }
  return [args]
}

/** The numbers of the lines that break a rule. */
function findViolations(text: string, { call, isWrong }: Rule): number[] {
  return [...text.matchAll(call)].flatMap(({ index, 0: name }) => {
    const calls = readArguments(text, index + name.length)
    if (!calls.some((args) => isWrong(args, name))) return []
    const before = text.slice(0, index).split('\n')
    return /^\s*\/\/ source-rules: \S/.test(before.at(-2) ?? '') ? [] : [before.length]
  })
}

const root = join(import.meta.dirname, '../..')
const paths = globSync('{server,cli,sdk,python,bench,scripts,web}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
})
const others = paths.filter((path) => join(root, path) !== import.meta.filename)
const sources = others.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test.each(rules)('$name', (rule) => {
  for (const text of rule.wrong)
    expect([text, findViolations(`\n${text}`, rule)]).toEqual([text, [2]])
  for (const text of rule.right) expect([text, findViolations(text, rule)]).toEqual([text, []])
  const chosen = sources.filter(({ path }) => rule.files.test(path))
  expect(chosen.length).toBeGreaterThan(50)
  const found = chosen.flatMap(({ path, text }) =>
    findViolations(text, rule).map((line) => `${path}:${line}: ${rule.message}`),
  )
  expect(found).toEqual([])
})
