const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const places = ['', '十', '百', '千']
const myriads = ['', '万', '亿', '兆']

/** Each digit by name, as in years and telephone numbers. */
export function digitHanzi(text: string): string {
  return Array.from(text, (digit) => digits[Number(digit)] ?? '').join('')
}

/** 1234 → 一千二百三十四. */
export function numberHanzi(text: string): string {
  const [whole = '0', decimals] = text.split('.')
  const read = integerHanzi(whole.replace(/^0+(?=\d)/, ''))
  return decimals ? `${read}点${digitHanzi(decimals)}` : read
}

function integerHanzi(value: string): string {
  if (value === '0') return '零'
  if (value.length > myriads.length * 4) return digitHanzi(value)
  let read = ''
  const groups = Math.ceil(value.length / 4)
  for (let group = groups - 1; group >= 0; group--) {
    const end = value.length - group * 4
    const four = value.slice(Math.max(0, end - 4), end)
    if (Number(four) === 0) continue
    // A gap between groups is read as one zero.
    if (read !== '' && four.startsWith('0')) read += '零'
    read += `${fourHanzi(four.replace(/^0+/, ''))}${myriads[group]}`
  }
  return read.replace(/^一十/, '十')
}

function fourHanzi(value: string): string {
  let read = ''
  let gap = false
  for (const [at, digit] of [...value].entries()) {
    if (digit === '0') {
      gap = true
      continue
    }
    read += `${gap ? '零' : ''}${digits[Number(digit)]}${places[value.length - 1 - at]}`
    gap = false
  }
  return read
}
