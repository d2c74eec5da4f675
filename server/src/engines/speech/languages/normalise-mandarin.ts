import { cleanText } from '../normalise/symbols.ts'
import { digitHanzi, numberHanzi } from './mandarin-numbers.ts'

const units: [pattern: string, name: string][] = [
  ['km/h', '公里每小时'],
  ['km²', '平方公里'],
  ['m²', '平方米'],
  ['km', '公里'],
  ['cm', '厘米'],
  ['mm', '毫米'],
  ['kg', '公斤'],
  ['mg', '毫克'],
  ['ml', '毫升'],
  ['℃', '摄氏度'],
  ['°C', '摄氏度'],
  ['GB', 'G B'],
  ['MB', 'M B'],
  ['m', '米'],
  ['g', '克'],
]

const currencies: Record<string, string> = {
  '¥': '元',
  '￥': '元',
  $: '美元',
  '€': '欧元',
  '£': '英镑',
}

const signs: Record<string, string> = {
  '+': '加',
  '=': '等于',
  '×': '乘',
  '÷': '除以',
  '&': '和',
  '@': '艾特',
  '°': '度',
  '~': '约',
}

const number = '\\d+(?:\\.\\d+)?'

/** Writes numbers, dates and signs as Chinese characters. */
export function normaliseMandarin(text: string): string {
  let spoken = halfWidth(cleanText(text)).replace(/(?<=\d),(?=\d{3})/g, '')
  spoken = spoken
    .replace(/(\d{4})[-/.]0?(\d{1,2})[-/.]0?(\d{1,2})(?!\d)/g, '$1年$2月$3日')
    .replace(/(\d{4})年/g, (_, year: string) => `${digitHanzi(year)}年`)
    .replace(/(\d{1,2}):(\d{2})(?!\d)/g, (_, hour: string, minute: string) => clock(hour, minute))
    .replace(new RegExp(`([¥￥$€£])\\s*(${number})([万亿]?)`, 'g'), (_, sign, amount, myriad) => {
      return `${numberHanzi(amount)}${myriad}${currencies[sign]}`
    })
    .replace(new RegExp(`(${number})\\s*[%％]`, 'g'), (_, share) => `百分之${numberHanzi(share)}`)
  for (const [unit, name] of units) {
    const pattern = new RegExp(`(${number})\\s*${unit}(?![A-Za-z])`, 'g')
    spoken = spoken.replace(pattern, (_, amount) => `${numberHanzi(amount)}${name}`)
  }
  return (
    spoken
      .replace(/(?<!\d)2(?=[个位只次天年张本块])/g, '两')
      // A leading zero, or eleven digits and more, is a telephone number or a code.
      .replace(/0\d+|\d{11,}/g, (code, at: number) => {
        return spoken[at - 1] === '.' ? code : digitHanzi(code)
      })
      .replace(new RegExp(number, 'g'), (amount) => numberHanzi(amount))
      .replace(/(?<=[零一二三四五六七八九十百千万亿])\s*-\s*(?=[零一二三四五六七八九十])/g, '到')
      .replace(/[+=×÷&@°~]/g, (sign) => signs[sign] ?? ' ')
      .replace(/[#*_^|\\{}[\]<>/•·→←©®™]/g, ' ')
  )
}

function clock(hour: string, minute: string): string {
  const hours = `${numberHanzi(hour)}点`
  if (minute === '00') return `${hours}整`
  return `${hours}${minute.startsWith('0') ? '零' : ''}${numberHanzi(minute)}分`
}

/** Full-width letters and digits. Punctuation keeps its form, which marks sentences. */
export function halfWidth(text: string): string {
  return text.replace(/[．，](?=[０-９])|[０-９Ａ-Ｚａ-ｚ＠＋＝％＆]/g, (sign) =>
    sign.normalize('NFKC'),
  )
}
