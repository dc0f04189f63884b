/** Participants from a file: the template, the upload, and what became of it. */
import { Link } from 'react-router'
import { participantColumns, type ParticipantImport, people } from '#contract/people.ts'
import { saveAs } from '../../../api/download.ts'
import { phoneCountry } from '../../../api/page-settings.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Counts } from '../../../uploads/Counts.tsx'
import { ImportDialog } from '../../../uploads/ImportDialog.tsx'
import { usePhoneWords } from '../../../uploads/phone-words.ts'
import { csvText } from '#domain/text/csv.ts'
import { Note } from '../../../ui/Note.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'

/** The names of columns in a file, as the list has them too. */
const headingOf = {
  name: 'participants.field.name',
  phone: 'participants.field.phone',
  email: 'participants.field.email',
  gender: 'participants.field.gender',
  birthDate: 'participants.field.birthDate',
  administrativeUnitCode: 'participants.field.administrativeUnitId',
  locale: 'admins.field.locale',
} as const satisfies Record<(typeof participantColumns)[number], MessageId>

export function ParticipantImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const phoneWords = usePhoneWords(phoneCountry)
  const headings = participantColumns.map((column) => t(headingOf[column]))
  const named = Object.fromEntries(participantColumns.map((column, index) => [column, headings[index]]))
  const columns = t('participants.import.columns', { ...named, columns: headings.join(', ') })
  return (
    <ImportDialog
      title={t('participants.import.title')}
      text={`${t('participants.import.text')} ${columns} ${phoneWords}`}
      importing={people.importParticipants}
      columns={headingOf}
      template={() => saveTemplate(headings)}
      refreshes={[people.participants]}
      renderDone={(name, result) => <Taken name={name} result={result} />}
      onClose={onClose}
    />
  )
}

function saveTemplate(headings: readonly string[]) {
  const bytes = new Blob([csvText([headings])], { type: 'text/csv;charset=utf-8' })
  saveAs('participants-template.csv', bytes)
}

function Taken({ name, result }: { name: string; result: ParticipantImport }) {
  const t = useText()
  const { rows, created, duplicateCount, duplicates } = result
  return (
    <>
      <Note said="politely" tone="success" className="excel-outcome">
        <p>{t('excel.stored', { name })}</p>
        <Counts
          counts={[
            [t('excel.count.rows'), rows],
            [t('excel.count.newParticipants'), created],
            [t('participants.import.known'), duplicateCount],
          ]}
        />
      </Note>
      {duplicates.length > 0 && <Known duplicates={duplicates} count={duplicateCount} />}
    </>
  )
}

/** Who was there before, by row: they are left as they were. */
function Known({ duplicates, count }: { duplicates: ParticipantImport['duplicates']; count: number }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="excel-report">
      <p>{t('participants.import.leftAlone')}</p>
      {count > duplicates.length && <p className="blank">{t('excel.listed', { listed: duplicates.length, count })}</p>}
      <Table
        heads={[endHead('excel.row'), 'responses.field.participant']}
        className="excel-table"
        label={t('participants.import.known')}
      >
        {duplicates.map(({ row, personId, name }) => (
          <tr key={row}>
            <td className="table-end">{format.number(row)}</td>
            <td>
              <Link to={`/user/${personId}`}>{name}</Link>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
