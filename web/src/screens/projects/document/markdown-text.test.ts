import { expect, test } from 'vitest'
import { isRichText, parseMarkdown, writeMarkdown } from './markdown-text.ts'

const text = `# Launch

Made **by hand**, *meant* to ~~fade~~ last. See [the shop](https://example.com "Shop") and \`code\`.

* one
* two

  * nested

1. first
2. second

> A quote
> in two lines

\`\`\`js
const a = 1
\`\`\`

---

Ask @[Mia Wong](user:12), 3 * 4 and snake_case.`

test('Markdown that rich text can show is written back with the same meaning', () => {
  expect(isRichText(text)).toBe(true)
  const once = writeMarkdown(parseMarkdown(text))
  expect(writeMarkdown(parseMarkdown(once))).toBe(once)
  expect(isRichText('')).toBe(true)
})

test.each([
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['a task list', '- [ ] open\n- [x] done'],
  ['a footnote', 'Text[^1]\n\n[^1]: Note'],
  ['a link by reference', '[shop][1]\n\n[1]: https://example.com'],
])('%s stays Markdown, because rich text would lose it', (_name, lost) => {
  expect(isRichText(lost)).toBe(false)
})
