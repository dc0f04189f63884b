import { defineConfig } from 'vitest/config'
import { testSeed } from './src/server/test/seed.ts'
import { keepTemporaryFilesInMemory } from './src/server/test/temporary-files.ts'

// The processes that run the tests inherit both.
testSeed()
keepTemporaryFilesInMemory()

const inOneProcess = {
  setupFiles: ['src/server/test/seed-setup.ts'],
  // A process takes one file after the other: most files take longer to load than to run.
  isolate: false,
  // On two cores the default is one process, which waits for PostgreSQL half of its time.
  maxWorkers: '100%',
  testTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // The summary of a run names what differs, whole.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        test: {
          ...inOneProcess,
          // Rules and pages: no database.
          name: 'pure',
          include: ['src/{domain,contract,words,web}/**/*.test.ts', 'src/*.test.ts'],
        },
      },
      {
        test: {
          ...inOneProcess,
          name: 'server',
          include: ['src/server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['src/server/test/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'strangers',
          include: ['test/strangers/**/*.test.ts'],
          globalSetup: ['src/server/test/global-setup.ts'],
          setupFiles: ['src/server/test/seed-setup.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/*.test.ts'],
          globalSetup: ['src/server/test/global-setup.ts'],
          setupFiles: ['src/server/test/seed-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // A process takes one file after the other, with one browser for all.
          isolate: false,
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
          // A product and a browser for each.
          maxWorkers: 2,
        },
      },
    ],
  },
})
