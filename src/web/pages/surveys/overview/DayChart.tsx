/** Responses per day as thin bars, and the same figures as a table for whom bars say nothing. */
import type { Progress } from '#contract/survey-life.ts'
import { useFormat, useText } from '../../../i18n/text.ts'

export function DayChart({ days }: Pick<Progress, 'days'>) {
  const t = useText()
  const format = useFormat()
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return <p className="blank">{t('surveys.perDayNone')}</p>
  const most = Math.max(...days.map(({ n }) => n))
  return (
    <div className="day-chart">
      <div className="day-bars" aria-hidden="true">
        {days.map(({ day, n }) => (
          <span key={day} title={`${format.utcDay(day)}: ${format.number(n)}`}>
            <i style={{ height: `${(n / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className="day-ends" aria-hidden="true">
        <span>{format.utcDay(first.day)}</span>
        {days.length > 1 && <span>{format.utcDay(last.day)}</span>}
      </div>
      <details>
        <summary>{t('surveys.perDayTable')}</summary>
        <table className="day-table">
          <caption className="visually-hidden">{t('surveys.perDay')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('surveys.day')}</th>
              <th scope="col">{t('surveys.field.responseCount')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, n }) => (
              <tr key={day}>
                <th scope="row">{format.utcDay(day)}</th>
                <td>{format.number(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
