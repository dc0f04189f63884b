/** Runs before each test file: fast-check draws from the seed of the run as well, and a failed test names that seed. */
import * as fc from 'fast-check'
import { afterAll, afterEach } from 'vitest'
import { testSeed } from './seed.ts'
import { endTestFile } from './test-file.ts'

const seed = testSeed()
fc.configureGlobal({ seed })

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`To draw the same again: TEST_SEED=${seed}`)
})

afterAll(endTestFile)
