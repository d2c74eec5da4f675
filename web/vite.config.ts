import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API: a server that runs beside it. */
const server = process.env.ATELIER_URL ?? 'http://localhost:4600'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { '@atelier/sdk': join(import.meta.dirname, '../sdk/src/index.ts') } },
  build: {
    target: 'es2023',
    // What is named after its content is under /console/, which the server lets browsers keep.
    assetsDir: 'console',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
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
