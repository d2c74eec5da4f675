import { cleanText } from '../normalise/symbols.ts'
import { halfWidth } from './normalise-mandarin.ts'

const currencies: Record<string, string> = {
  '¥': '円',
  '￥': '円',
  $: 'ドル',
  '€': 'ユーロ',
  '£': 'ポンド',
}

const signs: Record<string, string> = {
  '+': 'プラス',
  '=': 'イコール',
  '×': 'かける',
  '÷': 'わる',
  '&': 'アンド',
  '@': 'アットマーク',
  '°': '度',
}

/** Writes dates, amounts and signs as they are spoken. `japanese-numbers.ts` reads the digits. */
export function normaliseJapanese(text: string): string {
  return halfWidth(cleanText(text))
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, '$1年$2月$3日')
    .replace(/(\d{1,2}):00(?!\d)/g, '$1時')
    .replace(/(\d{1,2}):(\d{2})(?!\d)/g, '$1時$2分')
    .replace(/([¥￥$€£])\s*(\d+(?:\.\d+)?)([万億]?)/g, (_, sign, amount, myriad) => {
      return `${amount}${myriad}${currencies[sign]}`
    })
    .replace(/(?<=\d)\s*[~〜～-]\s*(?=\d)/g, 'から')
    .replace(/[+=×÷&@°]/g, (sign) => signs[sign] ?? ' ')
    .replace(/[#*_^|\\{}[\]<>/•→←©®™]/g, ' ')
}
