/** Participants and staff as files. */
import { type RawBuilder, sql } from 'kysely'
import { participantList, people, staffList } from '#contract/people.ts'
import { columnList } from '../db/names.ts'
import { mapWhole } from '../db/read-whole.ts'
import type { ExportedList } from '../records/export-records.ts'
import type { ListQuery } from '../db/table-store.ts'
import { type PeopleQuery, wholePeople } from './person-list.ts'
import { phonesFor, withPhoneSeen } from './person-view.ts'

/** A list's query with its filters apart. */
export function queryOf({ page, pageSize, size, sort, q, ...words }: ListQuery): Omit<PeopleQuery, 'phones'> {
  return { page, pageSize, size, sort, text: q, words }
}

interface FileRow {
  phone: string | null
  username?: string
}

const derived = {
  role: sql`(select role from role where role.id = person.role_id)`,
  administrativeUnitCode: sql`(select u.code from administrative_unit u where u.id = person.administrative_unit_id)`,
}

function columnsOf({ columns }: { columns: readonly string[] }): RawBuilder<FileRow> {
  return sql<FileRow>`${columnList(columns, derived)}`
}

const columns = { ADMIN: columnsOf(staffList), PARTICIPANT: columnsOf(participantList) }

/** Phones are those that the asker may see when the file is made. */
function wholeOf(kind: keyof typeof columns): ExportedList['whole'] {
  return ({ db, actor }, query, use) =>
    wholePeople(
      db,
      kind,
      { ...queryOf(query), phones: phonesFor(actor) },
      { columns: columns[kind], use: (whole) => use(mapWhole(whole, (row) => withPhoneSeen(row, actor))) },
    )
}

const shared = { table: 'person', belongsTo: 'NOTHING', phones: phonesFor } as const

export const exportedParticipants: ExportedList = {
  ...shared,
  path: 'participants',
  area: 'users',
  row: participantList.file,
  export: people.exportParticipants,
  personal: ['q', 'name', 'phone', 'email'],
  whole: wholeOf('PARTICIPANT'),
}

export const exportedStaff: ExportedList = {
  ...shared,
  path: 'admins',
  row: staffList.file,
  export: people.exportStaff,
  whole: wholeOf('ADMIN'),
}
