import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../test/any-text.ts'
import { attacks } from '../../../test/attack-strings.ts'
import { listLinks, readMarkup } from '../../../test/markup.ts'
import { sample, seed } from '../../../test/soak.ts'
import type { ConsoleHome } from '../../lib/console-link.ts'
import { cleanText } from './clean-text.ts'
import { renderMarkdown, renderPlainText } from './render-markdown.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { measureDepth, others, testHostileMarkdown } from './test-hostile-markdown.ts'

const home = { publicUrl: 'https://atelier.example', workspaceId: 7 }
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    'p br hr h2 h3 h4 h5 h6 blockquote pre ul li table thead tbody tr strong em s code'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'rel', 'target'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
}

/** A parser that allows everything, to test the sanitizer alone. */
const markdownWithHtml = new MarkdownIt({ html: true, linkify: true })
markdownWithHtml.validateLink = () => true

/** Content that must never appear. Collected first, because one expectation per value is slow. */
function findHarm(html: string): unknown[] {
  const { elements, comments } = readMarkup(html)
  const harm: unknown[] = [...comments]
  for (const { name, attributes } of elements) {
    const { align = 'left', start = '1', target, rel, href } = attributes
    const isFine =
      Object.keys(attributes).every((attribute) => allowed[name]?.includes(attribute)) &&
      name in allowed &&
      /^(left|center|right)$/.test(align) &&
      /^\d{1,9}$/.test(start) &&
      (!target || rel === 'noopener noreferrer') &&
      (!href || isAllowedLink(href))
    if (!isFine) harm.push({ name, attributes })
  }
  // Parsers differ. In none of them may a "<" start anything but an allowed element.
  harm.push(
    ...html
      .split('<')
      .slice(1)
      .filter((after) => !startsElement.test(after)),
  )
  if (!html.isWellFormed() || /[^\P{Cc}\n\t]/u.test(html)) harm.push('characters')
  return harm
}

const startsElement = new RegExp(`^/?(${Object.keys(allowed).join('|')})[ >]`)

function isAllowedLink(href: string): boolean {
  const isWhole = /^(https?:\/\/|mailto:)/i.test(href)
  return isWhole && ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol)
}

describe('attacks', () => {
  test.each(attacks)('%j stays text', (attack) => {
    for (const source of [
      attack,
      `> - ${attack}`,
      `**${attack}**`,
      `| a |\n|---|\n| ${attack} |`,
    ]) {
      expect(findHarm(renderMarkdown(source).html)).toEqual([])
      expect(findHarm(renderMarkdown(source, home).html)).toEqual([])
      expect(findHarm(renderPlainText(source).html)).toEqual([])
    }
  })

  test.each(attacks)('the sanitizer alone makes %j harmless', (attack) => {
    const clean = cleanText(attack)
    expect(findHarm(sanitizeMarkup(clean))).toEqual([])
    expect(findHarm(sanitizeMarkup(markdownWithHtml.render(clean)))).toEqual([])
  })

  test('HTML is shown as it was written', () => {
    const source = '<b onclick="x">not bold</b> <!-- seen -->'
    expect(readMarkup(renderMarkdown(source).html).text).toBe(source)
    expect(renderMarkdown(source).text).toBe(source)
  })

  test('no image is ever loaded, no script link ever kept', () => {
    const links = attacks.flatMap((attack) => listLinks(readMarkup(renderMarkdown(attack).html)))
    expect(links.length).toBeGreaterThan(5)
    expect(links.join('\n')).not.toMatch(/javascript:|vbscript:|data:/i)
    const html = attacks.map((attack) => renderMarkdown(attack).html).join('\n')
    expect(readMarkup(html).elements.map(({ name }) => name)).not.toContain('img')
  })

  test('any mixture of them and of anything else is harmless', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(...'[]()<>!*_~`#|\\&;:"\'-+=\n\r\t \u0000'),
      fc.constantFrom('](', '![', '> ', '- ', '1. ', '\n\n', '|---|\n', '```', '    ', 'https://'),
      anyText,
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const source = parts.join('')
        expect(findHarm(renderMarkdown(source, home).html)).toEqual([])
        expect(findHarm(renderPlainText(source).html)).toEqual([])
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })
})

describe('html', () => {
  const html = (source: string, at?: ConsoleHome) => renderMarkdown(source, at).html

  test('headings rank below the email’s title, and line breaks are kept', () => {
    expect(html('# One\n###### Six\n\nBest,\nme')).toBe(
      '<h2>One</h2>\n<h6>Six</h6>\n<p>Best,<br />\nme</p>',
    )
    expect(html('### Three\n##### Five')).toBe('<h2>Three</h2>\n<h4>Five</h4>')
  })

  test('an image becomes a link with its alt text; inside a link, only the text', () => {
    expect(listLinks(readMarkup(html('![a chart](https://x.example/c.png)')))).toEqual([
      'https://x.example/c.png',
    ])
    expect(html('![a *chart*](https://x.example/c.png)')).toContain('>a chart</a>')
    expect(html('![](https://x.example/c.png)')).toContain('>Image</a>')
    const within = readMarkup(html('[![a chart](https://x.example/c.png)](https://y.example/)'))
    expect(listLinks(within)).toEqual(['https://y.example/'])
    expect(within.text).toBe('a chart')
  })

  test('a path links to our own pages; other incomplete URLs are not links', () => {
    const base = { publicUrl: 'https://atelier.example/app', workspaceId: 7 }
    expect(listLinks(readMarkup(html('[a](/boards/1?x=1)', base)))).toEqual([
      'https://atelier.example/boards/1?x=1&workspace=7',
    ])
    const whole = html(
      '[a](https://atelier.example/boards/1) [b](https://b.example/boards/1)',
      base,
    )
    expect(listLinks(readMarkup(whole))).toEqual([
      'https://atelier.example/boards/1?workspace=7',
      'https://b.example/boards/1',
    ])
    expect(html('[a](//evil.example) [b](x.html) [c](#d)', base)).toBe('<p>a b c</p>')
    const [slashes = ''] = listLinks(readMarkup(html('[a](/\\\\evil.example)', base)))
    expect(new URL(slashes).host).toBe('atelier.example')
    expect(html('[a](/boards/1)')).toBe('<p>a</p>')
  })

  test('URLs become links only with a scheme', () => {
    const markup = readMarkup(
      html('README.md example.com https://a.example/x?y=1&z=2 me@b.example'),
    )
    expect(listLinks(markup)).toEqual(['https://a.example/x?y=1&z=2', 'mailto:me@b.example'])
  })

  test('cells are aligned without styles, ticks are shown', () => {
    expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<td align="right">2</td>')
    expect(html('- [ ] open\n- [x] done\n- [y] other')).toMatch(/☐ open.*☑ done.*\[y\] other/s)
  })

  test('plain text is not parsed as Markdown', () => {
    expect(renderPlainText('*a* <b> [c](d)\n# e\n\nhttps://f.example').html).toBe(
      '<p>*a* &lt;b&gt; [c](d)<br />\n# e</p>\n<p><a href="https://f.example" target="_blank" rel="noopener noreferrer">https://f.example</a></p>',
    )
  })
})

describe('text', () => {
  test('reads well by itself', () => {
    const source = [
      'Hi **Ada**, see [the board](https://a.example/b) or https://a.example/c.',
      '## Done\n- one\n  1. two\n  2. three that is long enough to be broken at the end of the line, at a space\n- four',
      '> quoted\n> twice',
      '| Name | Count |\n|---|--:|\n| ä | 7 |\n| 日本 | 12 |',
      '```\nlet x\n```',
      '---\nBest,\nme ~~not~~ `x`',
    ].join('\n\n')
    expect(`\n${renderMarkdown(source).text}\n`).toBe(`
Hi Ada, see the board (https://a.example/b) or https://a.example/c.

Done
----

- one
  1. two
  2. three that is long enough to be broken at the end of the line, at a
     space
- four

> quoted
> twice

Name | Count
-----+------
ä    |     7
日本 |    12

    let x

* * *

Best,
me ~not~ \`x\`
`)
  })

  test('a table that is too wide is written row by row', () => {
    const long = 'a heading that takes much of the line'
    const table = `| ${long} | ${long}s | c |\n|---|---|---|\n| 1 | 2 | |\n| 3 | 4 | 5 |`
    expect(renderMarkdown(table).text).toBe(
      `- ${long}: 1\n  ${long}s: 2\n- ${long}: 3\n  ${long}s: 4\n  c: 5`,
    )
  })

  test('loose items are separated, and numbers continue from the first', () => {
    expect(renderMarkdown('7. a\n\n   b\n\n8. c').text).toBe('7. a\n\n   b\n\n8. c')
  })
})

describe('too much', () => {
  testHostileMarkdown(others)

  test('nested emphasis stays shallow and keeps its text', () => {
    const { html } = renderMarkdown(`${'*a '.repeat(300)}deep${' a*'.repeat(300)}`)
    expect(measureDepth(html)).toBe(60)
    expect(readMarkup(html).text).toContain('a a deep a a')
  })

  test('content nested too deeply is shown as source, so nothing is lost', () => {
    const deep = `${'> '.repeat(30)}hidden <treasure>`
    expect(renderMarkdown(deep)).toEqual({
      html: `<p>${'&gt; '.repeat(30)}hidden &lt;treasure&gt;</p>`,
      text: deep,
    })
    const list = Array.from({ length: 15 }, (_, n) => `${'  '.repeat(n)}- item ${n}`).join('\n')
    expect(renderMarkdown(list).text).toContain('item 14')
  })

  test('usual nesting is rendered', () => {
    const list = Array.from({ length: 8 }, (_, n) => `${'  '.repeat(n)}- item ${n}`).join('\n')
    const { elements } = readMarkup(renderMarkdown(list).html)
    expect(elements.filter(({ name }) => name === 'ul')).toHaveLength(8)
    expect(renderMarkdown(`${'> '.repeat(8)}deep`).text).toBe(`${'> '.repeat(8)}deep`)
  })
})
