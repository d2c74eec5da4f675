import fc from 'fast-check'

const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint))

/**
 * Text of any characters, or of ASCII only. Like `fc.string({ unit: 'binary' })`, which first lists
 * all characters: a second of work in each process.
 */
export const anyText = fc.oneof(fc.string({ unit: anyCharacter }), fc.string())
