/** The product's database, to hold something up that would be over before a browser could look at it. */
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { product } from './product.ts'

/** Open until the end of the test, which releases all that it held. */
export async function openDatabase(): Promise<Client> {
  const client = new Client({ connectionString: product().databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Until so many sessions of the database wait for a lock. */
export async function waiting(database: Client, count: number): Promise<void> {
  const inLine = async () => {
    const { rows } = await database.query<{ count: number }>('select count(*)::int from pg_locks where not granted')
    return rows[0]?.count
  }
  await expect.poll(inLine).toBe(count)
}
