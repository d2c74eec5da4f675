/**
 * ElevenLabs' ready-made voices, by id, and the embedded voice that comes closest to each: the same
 * name if there is one, otherwise the same gender and accent.
 */
export const elevenLabsVoices: Readonly<Record<string, string>> = {
  '21m00Tcm4TlvDq8ikWAM': 'af_heart', // Rachel
  '29vD33N1CtxCmqQRPOHJ': 'am_michael', // Drew
  '2EiwWnXFnvU5JabPnv8n': 'am_fenrir', // Clyde
  '5Q0t7uMcjvnagumLfvZi': 'am_michael', // Paul
  '9BWtsMINqrJLrRacOk9x': 'af_aoede', // Aria
  AZnzlk1XvdvUeBnXmlld: 'af_kore', // Domi
  CYw3kZ02Hs0563khs1Fj: 'bm_lewis', // Dave
  CwhRBWXzGAHq8TQ4Fs17: 'am_onyx', // Roger
  D38z5RcWu1voky8WS1ja: 'bm_fable', // Fin
  EXAVITQu4vr4xnSDxMaL: 'af_sarah', // Sarah
  ErXwobaYiN019PkySvjV: 'am_puck', // Antoni
  FGY2WhTYpPnrIDTdsKH5: 'af_nova', // Laura
  IKne3meq5aSn9XLyUdCD: 'bm_lewis', // Charlie
  JBFqnCBsd6RMkjVDRZzb: 'bm_george', // George
  MF3mGyEYCl7XYWbV9V6O: 'af_bella', // Elli
  N2lVS1w4EtoT3dr4eOWO: 'am_fenrir', // Callum
  SAz9YHcvj6GT2YYXdXww: 'af_river', // River
  TX3LPaxmHKxFdv7VOQHJ: 'am_liam', // Liam
  TxGEqnHWrfWFTfGW9XjX: 'am_michael', // Josh
  VR6AewLTigWG4xSOukaG: 'am_onyx', // Arnold
  XB0fDUnXU5powFXDhCwa: 'bf_isabella', // Charlotte
  Xb7hH8MSUJpSbSDYk0k2: 'bf_alice', // Alice
  XrExE9yKIg1WjnnlVkGX: 'af_bella', // Matilda
  bIHbv24MWmeRgasZH58o: 'am_puck', // Will
  cgSgspJ2msm6clMCkdW9: 'af_jessica', // Jessica
  cjVigY5qzO86Huf0OWal: 'am_eric', // Eric
  iP95p4xoKVk53GoZ742B: 'am_echo', // Chris
  nPczCjzI2devNBz1zQrb: 'am_onyx', // Brian
  onwK4e9ZLuTAKqWW03F9: 'bm_daniel', // Daniel
  pFZP5JQG7iQjIQuC4Bku: 'bf_lily', // Lily
  pNInz6obpgDQGcFmaJgB: 'am_adam', // Adam
  piTKgcLEGmPE4e6mEKli: 'af_nicole', // Nicole
  pqHfZKP75CvOlQylNhV4: 'am_fenrir', // Bill
  yoZ06aMxZJJ28mfd3POQ: 'am_eric', // Sam
}
