/** What a file makes, and what became of each part of it, by sheet and cell. */
import { useState } from 'react'
import type { FormFileReport, Remark } from '#contract/form-files.ts'
import { type RemarkCode, type RemarkVerdict, remarkVerdicts } from '#domain/answers/form-report.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { phone, useMedia } from '../../../ui/use-media.ts'
import { Table } from '../../../ui/Table.tsx'
import './form-file.css'

/** So many are drawn at first. */
const shownAtFirst = 100

/** The gravest first. */
const verdicts = remarkVerdicts.toReversed()

const tones = { WRONG: 'danger', LEFT_OUT: 'warning', CHANGED: 'warning', TAKEN: 'success' } as const

export function FormReport({ name, report }: { name: string; report: FormFileReport }) {
  const t = useText()
  const { counts, kind, sections, questionCount, remarks } = report
  const gravest = verdicts.find((verdict) => counts[verdict] > 0) ?? 'TAKEN'
  const [verdict, setVerdict] = useState<RemarkVerdict>(gravest)
  const outcome = { WRONG: 'wrong', LEFT_OUT: 'partly', CHANGED: 'partly', TAKEN: 'whole' } as const
  const options = verdicts
    .filter((each) => counts[each] > 0)
    .map((value) => ({ value, label: t(`form-file.verdict.${value}`, { count: counts[value] }) }))
  return (
    <>
      <Note tone={tones[gravest]} said="politely">
        <p>
          {t(`form-file.kind.${kind}`, { name })}{' '}
          {t('form-file.sum', { questions: questionCount, sections: sections.length })}
        </p>
        <Logic logic={report.logic} />
        <p>{t(`form-file.${outcome[gravest]}`)}</p>
      </Note>
      <section className="form-file-part">
        <h3>{t('form-file.report')}</h3>
        <RadioGroup
          label={t('form-file.verdicts')}
          legend="unseen"
          options={options}
          value={verdict}
          onChange={setVerdict}
        />
        <Remarks
          key={verdict}
          remarks={remarks.filter((remark) => remark.verdict === verdict)}
          count={counts[verdict]}
        />
      </section>
      {gravest !== 'WRONG' && <Outline report={report} />}
    </>
  )
}

/** What a person wants to know first: how much of what the form computes and asks for is lost. */
function Logic({ logic }: Pick<FormFileReport, 'logic'>) {
  const t = useText()
  const lost = logic.filter(({ left }) => left > 0)
  if (lost.length === 0) return null
  return (
    <>
      <p>{t('form-file.logic')}</p>
      <ul>
        {lost.map(({ column, ...counts }) => (
          <li key={column}>{t(`form-file.logic.${column}`, counts)}</li>
        ))}
      </ul>
    </>
  )
}

function Remarks({ remarks, count }: { remarks: readonly Remark[]; count: number }) {
  const t = useText()
  const isPhone = useMedia(phone)
  const [shown, setShown] = useState(shownAtFirst)
  const lines = remarks.slice(0, shown).map((remark, index) => ({ ...remark, key: index, place: placeOf(remark) }))

  function placeOf({ row, cell }: Remark): string {
    if (cell !== '') return cell
    return row === 0 ? '' : t('form-file.row', { row })
  }

  function words({ code, name = '', value = '' }: Remark): string {
    return t(`form-file.remark.${code as RemarkCode}`, { name, value })
  }

  return (
    <>
      {isPhone ? (
        <ul className="cards excel-cards" aria-label={t('form-file.report')}>
          {lines.map((line) => (
            <li key={line.key} className="card">
              <div className="card-head">
                <strong>{line.column === '' ? line.sheet : <code>{line.column}</code>}</strong>
                <span className="blank">
                  {line.sheet} {line.place}
                </span>
              </div>
              <p>{words(line)}</p>
            </li>
          ))}
        </ul>
      ) : (
        <Table
          heads={['form-file.sheet', 'form-file.place', 'form-file.column', 'form-file.remark']}
          className="excel-table"
          label={t('form-file.report')}
        >
          {lines.map((line) => (
            <tr key={line.key}>
              <td>{line.sheet}</td>
              <td>{line.place}</td>
              <td>
                <code>{line.column}</code>
              </td>
              <td className="form-file-words">{words(line)}</td>
            </tr>
          ))}
        </Table>
      )}
      {lines.length < count && (
        <div className="excel-row">
          <span>{t('form-file.listed', { listed: lines.length, count })}</span>
          {lines.length < remarks.length && (
            <Button onClick={() => setShown(remarks.length)}>{t('form-file.more')}</Button>
          )}
        </div>
      )}
    </>
  )
}

/** Sections and questions as they will be. */
function Outline({ report }: { report: FormFileReport }) {
  const t = useText()
  const format = useFormat()
  const locale = currentLocale()
  return (
    <section className="form-file-part" aria-label={t('form-file.makes')}>
      <h3>{t('form-file.makes')}</h3>
      {report.sections.map(({ title, questions }, index) => (
        // Sections have no name of their own here.
        // oxlint-disable-next-line react/no-array-index-key
        <details key={index} className="form-file-section" open={report.questionCount <= 40}>
          <summary>
            {textIn(title, locale)} <span className="blank">{format.number(questions.length)}</span>
          </summary>
          <ul>
            {questions.map(({ code, text, type, options }) => (
              <li key={code}>
                <code>{code}</code> {textIn(text, locale)}{' '}
                <span className="blank">
                  {t(`questions.type.${type}`)}
                  {options > 0 && `, ${t('form-file.options', { count: options })}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
