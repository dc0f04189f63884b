/**
 * One PostgreSQL for the whole run, with one migrated database that every test file clones (30 ms in memory). Another version than
 * ours: TEST_DATABASE_URL, of a superuser `canvass_owner` of an empty cluster.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded, useCluster } from '../db/embedded.ts'
import { migrate } from '../migrate.ts'

export interface TestCluster {
  /** The migrated database to clone; no other connection to it may be open. */
  templateUrl: string
  appUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster
    /** Where the processes that read uploads keep what they compiled, for the whole run. */
    compiled: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-test-'))
  const other = process.env['TEST_DATABASE_URL']
  const server = other ? await joinOther(other) : await startEmbedded({ dataDir, fast: true })
  await migrate(server.ownerUrl)
  project.provide('cluster', { templateUrl: server.ownerUrl, appUrl: server.appUrl })
  project.provide('compiled', join(dataDir, 'compiled'))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function joinOther(url: string) {
  const { port, password } = new URL(url)
  const keys = { port: Number(port), ownerPassword: password, appPassword: password }
  return { ...(await useCluster(keys)), stop: () => Promise.resolve() }
}
