import { defineConfig } from 'vitest/config'
import { testSeed } from './src/server/test/seed.ts'

// The processes that run the tests inherit it.
testSeed()

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['src/server/test/global-setup.ts'],
          setupFiles: ['src/server/test/seed-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
