import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../test/soak.ts'
import { contentDisposition, safeFileName } from './content-disposition.ts'

describe('contentDisposition', () => {
  test.each([
    ['photo.png', 'attachment; filename="photo.png"'],
    ['my photo (1).png', 'attachment; filename="my photo (1).png"'],
    ['größe.png', `attachment; filename="gro_e.png"; filename*=UTF-8''gr%C3%B6%C3%9Fe.png`],
    ['été.png', `attachment; filename="ete.png"; filename*=UTF-8''%C3%A9t%C3%A9.png`],
    ['写真.jpg', `attachment; filename="__.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`],
    ['🎉.gif', `attachment; filename="_.gif"; filename*=UTF-8''%F0%9F%8E%89.gif`],
    ['100%25.png', `attachment; filename="100_25.png"; filename*=UTF-8''100%2525.png`],
    [`it's.png`, `attachment; filename="it's.png"`],
    [
      `“it's”*(1).png`,
      `attachment; filename="_it's__(1).png"; filename*=UTF-8''%E2%80%9Cit%27s%E2%80%9D_%281%29.png`,
    ],
    ['a"b.png', `attachment; filename="a_b.png"; filename*=UTF-8''a%22b.png`],
    ['a\r\nSet-Cookie: x=y.png', 'attachment; filename="aSet-Cookie_ x=y.png"'],
    ['../../etc/passwd', 'attachment; filename="_.._etc_passwd"'],
    ['C:\\Windows\\x.exe', 'attachment; filename="C__Windows_x.exe"'],
    ['', 'attachment; filename="file"'],
    ['...', 'attachment; filename="file"'],
    ['\u202egnp.exe', 'attachment; filename="gnp.exe"'],
  ])('%j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header)
  })

  test('inline too', () => {
    expect(contentDisposition('inline', 'a.pdf')).toBe('inline; filename="a.pdf"')
  })

  test('a long name is cut in the middle and keeps its ending', () => {
    const name = safeFileName(`${'🎉'.repeat(500)}.jpeg`)
    expect(name).toBe(`${'🎉'.repeat(180)}.jpeg`)
    expect(safeFileName('x'.repeat(500))).toHaveLength(180)
  })

  test('any name gives one valid header from which the name can be read again', () => {
    const anyName = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), lone())
    fc.assert(
      fc.property(anyName, (name) => {
        const header = contentDisposition('attachment', name)
        validateHeaderValue('content-disposition', header)
        expect(header).toMatch(/^[\x20-\x7e]+$/)
        expect(readName(header)).toBe(safeFileName(name))
      }),
      { numRuns: sample(150, 5000), seed },
    )
  })

  test('cleaning a name twice changes nothing, and nothing in it can leave a folder', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), dotted()), (name) => {
        const cleaned = safeFileName(name)
        expect(safeFileName(cleaned)).toBe(cleaned)
        expect(cleaned).not.toMatch(/[/\\]|^\.|^$/)
      }),
      { numRuns: sample(150, 5000), seed },
    )
  })
})

/** Unpaired surrogates, which make encodeURIComponent throw. */
function lone(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom('a', '\ud800', '\udc00', '.', '"')).map((parts) => parts.join(''))
}

/** Long names with dots and spaces around the cut. */
function dotted(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 170, max: 185 }), fc.string({ unit: fc.constantFrom('.', ' ', 'a') }))
    .map(([length, rest]) => 'x'.repeat(length) + rest)
}

/** RFC 6266: the extended form wins over the quoted one. */
function readName(header: string): string {
  const match =
    /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]+))?$/.exec(header)
  if (!match) throw new Error(`Not a proper header: ${header}`)
  return match[2] === undefined ? String(match[1]) : decodeURIComponent(match[2])
}
