import type { ModelFile } from './manifest.ts'

/** The weights and the layers of ESRGAN slim, for each scale. */
export const esrganFiles: [ModelFile, ...ModelFile[]] = [
  {
    name: 'x2.bin',
    bytes: 888_300,
    sha256: '5cb464ae4d390ce0a771afd5feaf60fbfcdb18ab48a56db98cdf6b88202369de',
    parts: ['models/x2/group1-shard1of1.bin'],
  },
  {
    name: 'x2.json',
    bytes: 12_336,
    sha256: '8efb488c2caed0196a6163e3f06798f9245e92623ffd50654a26c372e09150ea',
    parts: ['models/x2/model.json'],
  },
  {
    name: 'x3.bin',
    bytes: 907_260,
    sha256: '9d344609abd1e29bd3924f9c4e9ffaa1aee6be7c3586bab0f52863597858a2ba',
    parts: ['models/x3/group1-shard1of1.bin'],
  },
  {
    name: 'x3.json',
    bytes: 12_336,
    sha256: '642208758cf6c42a4f88745894b45cc03776681a46027b85963f01fe003e9917',
    parts: ['models/x3/model.json'],
  },
  {
    name: 'x4.bin',
    bytes: 933_804,
    sha256: '82637daaf3ba024df5e9da2389e8992e7a6e8a992ba6268ce6bc490c92e9516e',
    parts: ['models/x4/group1-shard1of1.bin'],
  },
  {
    name: 'x4.json',
    bytes: 12_336,
    sha256: '3a2eaa642232567e7d2a2e7638c9704f42f63f355fc656c18aa78bf2da1d903d',
    parts: ['models/x4/model.json'],
  },
  {
    name: 'x8.bin',
    bytes: 1_115_820,
    sha256: '0c5fe31649784135a431733f0f295838c5330f8f38011c10d29d36bd8dd7c293',
    parts: ['models/x8/group1-shard1of1.bin'],
  },
  {
    name: 'x8.json',
    bytes: 12_340,
    sha256: 'd4278813adf94b7dff96c756b97f95a41f56ff7e85b4ecec25dc06ddea1d49b6',
    parts: ['models/x8/model.json'],
  },
]
