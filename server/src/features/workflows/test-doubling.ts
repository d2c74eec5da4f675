/** A text of 16 characters, doubled 24 times; then 40 copies: 10 GB from 4 kB. */
export function doubling(): object[] {
  const doubled = Array.from({ length: 24 }, (_, n) => {
    const before = n === 0 ? '"0123456789abcdef"' : `steps.d${n - 1}.output`
    return { id: `d${n}`, type: 'set', value: `\${${before} + ${before}}` }
  })
  const copies = Array.from({ length: 40 }, (_, n) => ({
    id: `c${n}`,
    type: 'set',
    value: { text: '${steps.d23.output}' },
  }))
  return [...doubled, ...copies]
}
