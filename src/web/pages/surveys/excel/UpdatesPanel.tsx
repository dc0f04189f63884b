/** What the rows of a workbook would change in stored responses, before it does. */
import { useState } from 'react'
import { Link } from 'react-router'
import { WorkbookUpdates } from '#contract/response-files.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import '../../../uploads/upload.css'

/** So many are drawn at first; an upload may change a thousand. */
const shownAtFirst = 50

/** The changes that wait for a confirmation; undefined when the call was refused for another reason. */
export function updatesOf(error: unknown): WorkbookUpdates | undefined {
  if (!(error instanceof ApiError) || error.code !== 'WORKBOOK_UPDATES') return undefined
  const parsed = WorkbookUpdates.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}

interface UpdatesPanelProps {
  name: string
  changing: WorkbookUpdates
  onConfirm: () => void
}

export function UpdatesPanel({ name, changing: { updates }, onConfirm }: UpdatesPanelProps) {
  const t = useText()
  const [all, setAll] = useState(false)
  const shown = all ? updates : updates.slice(0, shownAtFirst)
  return (
    <>
      <Note tone="warning" className="excel-outcome" role="alert">
        <p>
          <strong>{name}</strong>: {t('excel.updates.count', { count: updates.length })}
        </p>
        <p>{t('excel.updates.text')}</p>
        <Button look="primary" onClick={onConfirm}>
          {t('excel.updates.confirm', { count: updates.length })}
        </Button>
      </Note>
      <Table
        heads={[
          endHead('excel.row'),
          'excel.updates.formKey',
          'excel.column',
          'excel.updates.before',
          'excel.updates.after',
        ]}
        className="excel-table"
        label={t('excel.updates.table')}
      >
        {shown.map((update) => (
          <UpdateRows key={update.responseId} update={update} />
        ))}
      </Table>
      {shown.length < updates.length && (
        <Button onClick={() => setAll(true)}>{t('excel.showAll', { count: updates.length })}</Button>
      )}
    </>
  )
}

function UpdateRows({ update }: { update: WorkbookUpdates['updates'][number] }) {
  const t = useText()
  const locale = useLocale()
  const { row, formKey, responseId, changes } = update
  return changes.map(({ question, text, before, after, source }, index) => (
    <tr key={question}>
      <td className="table-end">{index === 0 && row}</td>
      <td>{index === 0 && <Link to={`/response?open=${responseId}`}>{formKey}</Link>}</td>
      <td>
        {plainIn(text, locale)} <code>{question}</code>
      </td>
      <td>{before ?? <span className="blank">{t('excel.updates.blank')}</span>}</td>
      <td>
        {after ?? (
          <span className="blank">{t(source === 'IRRELEVANT' ? 'excel.updates.notAsked' : 'excel.updates.blank')}</span>
        )}
      </td>
    </tr>
  ))
}
