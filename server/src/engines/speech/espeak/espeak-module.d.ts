/** The package has no types. These are the parts in use. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface Espeak {
    /** 0 if the voice exists. */
    set_voice(name: string): number
    /** The address of the phonemes: IPA if `useIpa` is 1. */
    text_to_phonemes(text: string, useIpa: 0 | 1): { ptr: number }
  }

  export default function openEspeak(): Promise<{
    eSpeakNGWorker: new () => Promise<Espeak>
    HEAPU8: Uint8Array
  }>
}
