import { describe, expect, test } from 'vitest'
import { spokenLanguageProblem } from './language-of-text.ts'

describe('refused', () => {
  test.each([
    ['Привет, как дела?', 'en-US', 'Cyrillic'],
    ['你好，今天天气很好。', 'en-US', 'Chinese'],
    ['こんにちは、元気ですか', 'en-GB', 'Japanese'],
    ['今日は天気がいいですね', 'zh-CN', 'Japanese'],
    ['안녕하세요 여러분', 'en-US', 'Korean'],
    ['مرحبا بالعالم', 'fr-FR', 'Arabic'],
    ['नमस्ते दुनिया', 'en-US', 'Hindi'],
    ['Καλημέρα κόσμε', 'it-IT', 'Greek'],
    ['שלום עולם', 'en-US', 'Hebrew'],
    ['สวัสดีชาวโลก', 'en-US', 'Thai'],
    [
      'El perro de los vecinos no está en la casa porque fue al parque con ellos.',
      'en-US',
      'Spanish',
    ],
    ['Le chat est dans la maison et il dort sur le lit avec les enfants.', 'en-US', 'French'],
    ['Der Hund ist nicht im Haus, und die Katze schläft auf dem Sofa.', 'en-US', 'German'],
    [
      'Il gatto è nella casa e non vuole uscire per una passeggiata con gli altri.',
      'en-GB',
      'Italian',
    ],
    [
      'O menino não foi para a escola porque ele está muito doente e também cansado.',
      'en-US',
      'Portuguese',
    ],
    ['The dog is in the house and it was not happy with that.', 'es-ES', 'English'],
    ['The dog is in the house and it was not happy with that.', 'ja-JP', 'English'],
    [
      'Het is niet de bedoeling dat een kind met vuur speelt, maar dit wordt wel gedaan.',
      'en-US',
      'Dutch',
    ],
    [
      `${'El agua es muy buena para la salud y también para los niños. '.repeat(2000)}`,
      'en-US',
      'Spanish',
    ],
  ])('case %#', (text, voice, detected) => {
    expect(spokenLanguageProblem(text, voice)?.detected).toContain(detected)
  })
})

describe('never refused', () => {
  test.each([
    ['', 'en-US'],
    ['Hello', 'fr-FR'],
    ['Hola', 'en-US'],
    ['Café de la Paix', 'en-US'],
    ['Los Angeles, San Francisco and Las Vegas', 'en-US'],
    ['Dolce & Gabbana, Prada, Ermenegildo Zegna', 'en-US'],
    ['Crème brûlée and pain au chocolat', 'en-GB'],
    ['Der Spiegel, Die Zeit, Das Bild', 'en-US'],
    ['The German word for butterfly is Schmetterling, and the French is papillon.', 'en-US'],
    ['He said “c’est la vie” and then he left the house for good.', 'en-US'],
    ['The Japanese for hello is こんにちは, as you know.', 'en-US'],
    ['Tokyo (東京) is the capital of Japan', 'en-US'],
    ['π ≈ 3.14, α and β are angles', 'en-US'],
    ['Visit Москва today, the city on the river', 'en-US'],
    ['BMW, VW, Audi, Porsche, Mercedes-Benz', 'en-US'],
    ['Pablo Diego José Francisco de Paula Juan Nepomuceno', 'en-US'],
    ['Leonardo da Vinci, Vasco da Gama, Charles de Gaulle, Vincent van Gogh', 'en-US'],
    ['Kubernetes Docker TypeScript PostgreSQL Redis', 'fr-FR'],
    ['Download the app now', 'es-ES'],
    ['Esto es un texto en español con the best offers of the week', 'es-ES'],
    ['今日は良い天気', 'ja-JP'],
    ['東京都', 'ja-JP'],
    ['iPhone を買いました', 'ja-JP'],
    ['我用 iPhone 和 MacBook', 'zh-CN'],
    ['मैंने iPhone खरीदा', 'hi-IN'],
    ['Namaste, aap kaise hain? Main theek hoon.', 'hi-IN'],
    ['Le chat est dans la maison et il dort sur le lit.', 'fr-FR'],
    ['12345 67890 $$$ 🎉🎉🎉🎉', 'en-US'],
    ['Die Hard is a film with Bruce Willis from 1988', 'en-US'],
    ['La la la la la la la la la la la la la la', 'en-US'],
    ['Se7en, Amélie, La La Land, Das Boot, El Mariachi, Il Postino', 'en-US'],
    ['Non-compliant items: per se, ad hoc, de facto, et cetera', 'en-US'],
    ['Rio de Janeiro, São Paulo, Belo Horizonte, Porto Alegre', 'en-US'],
    ['Café con leche con pan con queso', 'en-US'],
    ['The song is called “el amor que no se fue por la calle”, and it was big.', 'en-US'],
    ['Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor', 'en-US'],
  ])('%s by %s', (text, voice) => {
    expect(spokenLanguageProblem(text, voice)).toBeUndefined()
  })
})
