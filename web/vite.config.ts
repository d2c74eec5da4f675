import { createRequire } from 'node:module'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API: a server that runs beside it. */
const server = process.env.ATELIER_URL ?? 'http://localhost:4600'

/** Its variant for browsers needs a document, which workers have not. */
const entities = 'decode-named-character-reference'
const withoutDocument = {
  name: 'without-document',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === entities ? createRequire(import.meta.url).resolve(entities) : undefined,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { '@atelier/sdk': join(import.meta.dirname, '../sdk/src/index.ts') } },
  worker: { format: 'es', plugins: () => [withoutDocument] },
  build: {
    target: 'es2023',
    // What is named after its content is under /console/, which the server lets browsers keep.
    assetsDir: 'console',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default, each set of screens that share modules gets a script of its own, and a board
          // loads 78. With these groups it loads 28, and fewer bytes.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'initial', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 8, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 4650,
    proxy: Object.fromEntries(
      ['/api', '/files', '/docs', '/answer', '/unsubscribe'].map((path) => [
        path,
        { target: server, ws: true },
      ]),
    ),
  },
})
