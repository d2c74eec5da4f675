/** A 32-bit float WAV file for tests. */
export function writeWav(sampleRate: number, channels: Float32Array[]): Buffer {
  const count = channels[0]?.length ?? 0
  const frameBytes = channels.length * 4
  const file = Buffer.alloc(44 + count * frameBytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(3, 20)
  file.writeUInt16LE(channels.length, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * frameBytes, 28)
  file.writeUInt16LE(frameBytes, 32)
  file.writeUInt16LE(32, 34)
  file.write('data', 36)
  file.writeUInt32LE(count * frameBytes, 40)
  for (const [channel, samples] of channels.entries()) {
    for (const [at, value] of samples.entries()) {
      file.writeFloatLE(value, 44 + at * frameBytes + channel * 4)
    }
  }
  return file
}
