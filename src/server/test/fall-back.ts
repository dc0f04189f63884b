/** Copies of the whole database of a test, and putting one back: what a restore does, and a standby that lagged. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { withDatabase } from '../db/with-database.ts'
import { ownerUrlOf, type TestApp } from './with-app.ts'

/** The name of a copy. The connections of the app end for it, and come again by themselves. */
export async function copyDatabase(app: TestApp): Promise<string> {
  const copy = `copy_${randomUUID().replaceAll('-', '')}`
  await onCluster(app, async (client, name) => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await client.query(`create database ${copy} template ${name}`)
  })
  return copy
}

/** The database is the copy from now on, which is used up. */
export async function putBack(app: TestApp, copy: string): Promise<void> {
  await onCluster(app, async (client, name) => {
    await client.query(`drop database ${name} with (force)`)
    await client.query(`alter database ${copy} rename to ${name}`)
  })
}

async function onCluster(app: TestApp, work: (client: Client, name: string) => Promise<void>): Promise<void> {
  const url = ownerUrlOf(app)
  const client = new Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await work(client, new URL(url).pathname.slice(1))
  } finally {
    await client.end()
  }
}
