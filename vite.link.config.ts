/**
 * Builds the page of public links (src/web/link) into dist/link: apart from the others, so that a phone in the field loads
 * one small file. It lies below /f, which is as far as its worker reaches.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browsers, callsWithoutWords, partsOfMessages, precompress } from './vite.config.ts'

const sources = join(import.meta.dirname, 'src/web/link')
const outDir = join(import.meta.dirname, 'dist/link')

export default defineConfig({
  root: sources,
  base: './',
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `__BASE__/f/${filename}` : { relative: true }),
  },
  plugins: [partsOfMessages(), callsWithoutWords(), react(), precompress(outDir)],
  build: {
    target: browsers,
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { page: join(sources, 'index.html'), worker: join(sources, 'worker.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[hash].js'),
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
})
