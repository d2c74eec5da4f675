import { expect, test } from 'vitest'
import { models } from './manifest.ts'

test('the manifest names each model once, with hashes, sizes and parts that add up', () => {
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length)
  for (const { package: name, files } of models) {
    for (const file of files) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
      // Without a package, the file comes from upstream in one piece.
      const parts = name ? Math.ceil(file.bytes / (file.partBytes ?? file.bytes)) : 0
      expect(file.parts).toHaveLength(parts)
    }
  }
})
