import { describe, expect, test } from 'vitest'
import { numberKana } from './languages/japanese-numbers.ts'
import { numberHanzi } from './languages/mandarin-numbers.ts'
import { normaliseText } from './normalise-text.ts'
import { splitSentences } from './sentences.ts'

test.each([
  [
    'es-ES',
    'El 1/5/2024 a las 9:00, 2.500 €',
    'El primero de mayo de 2024 a las 9 en punto, 2500 euros',
  ],
  [
    'es-ES',
    'La ONU y la IA: 1 $, 3,5 % y 12 km/h',
    'La onu y la IA: 1 dólar, 3,5 por ciento y 12 kilómetros por hora',
  ],
  ['es-ES', 'info@a.es & https://www.a.com/b', 'info arroba a punto es y a punto com b'],
  ['fr-FR', 'Le 2e à 10h30 : 1 234,5 €', 'Le deuxième à 10 heures 30: 1234 euros 50'],
  ['fr-FR', 'Mme Roy, le 1er', 'madame Roy, le premier'],
  ['it-IT', 'la Sig.ra e il Dott. Bo, 2024-01-31', 'la signora e il dottor Bo, 31 gennaio 2024'],
  ['pt-BR', 'R$ 1.234,56 e 10%', '1234 reais e 56 centavos e 10 por cento'],
  ['hi-IN', '₹12,34,567 और 25/12/2024', '1234567 रुपये और 25 दिसंबर 2024'],
  ['zh-CN', '2024-03-05，涨3.5%，2个，$5', '二零二四年三月五日，涨百分之三点五，两个，五美元'],
  ['zh-CN', '电话010-12345678，9:05', '电话零一零到一千二百三十四万五千六百七十八，九点零五分'],
  ['ja-JP', '¥1,234と9:30に＠', '1234円と9時30分にアットマーク'],
  ['ja-JP', 'はい🎉３つ', 'はい 3つ'],
])('%s: %s', (language, text, spoken) => expect(normaliseText(text, language)).toBe(spoken))

test.each([
  ['0', '零'],
  ['10', '十'],
  ['105', '一百零五'],
  ['1020', '一千零二十'],
  ['100000', '十万'],
  ['10000001', '一千万零一'],
  ['3.07', '三点零七'],
])('%s in Chinese', (digits, words) => expect(numberHanzi(digits)).toBe(words))

test.each([
  ['1234', 'センニヒャクサンジューヨン'],
  ['10000', 'イチマン'],
  ['368', 'サンビャクロクジューハチ'],
  ['3本', 'サンボン'],
  ['6匹', 'ロッピキ'],
  ['30分', 'サンジュップン'],
  ['4月', 'シガツ'],
  ['9時', 'クジ'],
  ['20日', 'ハツカ'],
  ['2人', 'フタリ'],
  ['090', 'ゼロキューゼロ'],
  ['3.5%', 'サンテンゴパーセント'],
])('%s in Japanese', (digits, kana) => expect(numberKana(digits)).toBe(kana))

describe('sentences', () => {
  test.each([
    ['es-ES', 'El Sr. García vive en EE. UU. desde 1998. Bien.', 2],
    ['ja-JP', '今日は。良い天気！ですか？', 3],
    ['zh-CN', '你好。今天好吗？很好！', 3],
    ['hi-IN', 'नमस्ते। आप कैसे हैं?', 2],
  ])('%s: %s', (language, text, count) => {
    const parts = splitSentences(text, language)
    expect(parts).toHaveLength(count)
    expect(parts.join('')).toBe(text)
  })

  test('a long Chinese text without spaces is cut after a clause', () => {
    const parts = splitSentences('今天天气很好，'.repeat(200), 'zh-CN')
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part.endsWith('，')).toBe(true)
  })
})
