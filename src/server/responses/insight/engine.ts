/** DuckDB, which counts over columns: in the process, in memory that is bounded, with one folder that it may read and write. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBInstance, DuckDBType } from '@duckdb/node-api'
import { type RawBuilder, sql } from 'kysely'
import { compiler } from '../../db/fixed.ts'
import { AppError } from '../../errors.ts'

/** A connection, whose temporary tables are its own. */
export interface Engine {
  run(statement: RawBuilder<unknown>): Promise<void>
  /** The rows of a query, by way of JSON: dates are texts. */
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]>
}

const opened = new Map<string, Promise<DuckDBInstance>>()

/** The folder of the columns below DATA_DIR. Files of another layout are not found, so that all are written again. */
export function folderOf(dataDir: string): string {
  return join(dataDir, 'columns', 'layout-4')
}

/** The folder in it for the columns of one survey. */
export function nameOfSurvey(surveyId: number): string {
  return `survey-${surveyId}`
}

/** Works with a connection of its own. Throws BUSY when others have its memory, and what DuckDB says of a file that it cannot read. */
export async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { LIST, listValue, VARCHAR } = await import('@duckdb/node-api')
  const connection = await (await openedIn(dataDir)).connect()
  const valuesOf = (values: readonly unknown[]) =>
    values.map((value) => (Array.isArray(value) ? listValue(value as string[]) : (value as string | number | null)))
  const read = async (statement: RawBuilder<unknown>) => {
    // Statements are written as for PostgreSQL, whose words DuckDB knows.
    const { sql: text, parameters } = statement.compile(compiler)
    // Of an empty list the engine cannot tell the type.
    const types = parameters.map((value) => (Array.isArray(value) ? LIST(VARCHAR) : undefined))
    return connection.runAndReadAll(text, valuesOf(parameters), types as DuckDBType[]).catch(refuseAtLimit)
  }
  try {
    return await work({
      run: async (statement) => void (await read(statement)),
      async rows<Row>(query: RawBuilder<Row>) {
        const answer = await read(sql`select coalesce(to_json(list(each)), '[]') from (${query}) each`)
        return JSON.parse(String(answer.getRows()[0]?.[0])) as Row[]
      },
    })
  } finally {
    connection.disconnectSync()
  }
}

/** Those who work at the same time share the memory. */
function refuseAtLimit(error: unknown): never {
  const isFull = error instanceof Error && error.message.startsWith('Out of Memory Error')
  throw isFull ? new AppError('BUSY', { retryAfterSeconds: 10 }) : error
}

/** One for each folder. What did not open is tried again. */
function openedIn(dataDir: string): Promise<DuckDBInstance> {
  const opening = opened.get(dataDir) ?? open(dataDir)
  opened.set(dataDir, opening)
  opening.catch(() => opened.delete(dataDir))
  return opening
}

async function open(dataDir: string): Promise<DuckDBInstance> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const setting of settingsIn(folder)) await set(connection, setting)
  connection.disconnectSync()
  return instance
}

const set = (connection: DuckDBConnection, setting: string) => connection.run(`set global ${setting}`)

const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`

/** The last ones close all doors. */
function settingsIn(folder: string): string[] {
  return [
    `memory_limit = '192MB'`,
    `threads = 2`,
    `TimeZone = 'UTC'`,
    `parquet_metadata_cache = true`,
    `temp_directory = ${quoted(join(folder, 'spill'))}`,
    `max_temp_directory_size = '4GB'`,
    `autoinstall_known_extensions = false`,
    `autoload_known_extensions = false`,
    `allowed_directories = [${quoted(`${folder}/`)}]`,
    `enable_external_access = false`,
    `lock_configuration = true`,
  ]
}
