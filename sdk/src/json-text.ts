/** A body that is JSON already and is sent to the letter: numbers keep digits that JavaScript loses. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    JSON.parse(text)
    this.text = text
  }
}
