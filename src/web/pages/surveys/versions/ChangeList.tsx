/** What differs between two versions, in words: by section, question, option and rule. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { versions, type VersionChanges } from '#contract/versions.ts'
import type { Repeat } from '#domain/surveys/survey.ts'
import { useCall } from '../../../api/query.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'
import { RepeatWords } from '../RepeatWords.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import './versions.css'

type Change = VersionChanges['changes'][number]

/** `to`: the version whose changes are told; the draft unless given. */
export function ChangeList({ survey, to }: { survey: Pick<SurveyDetail, 'id'>; to?: string | undefined }) {
  const t = useText()
  const { data, error, refetch } = useCall(versions.changes, { params: { surveyId: survey.id }, query: { to } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <output className="skeleton" aria-label={t('form.loading')} />
  const { from, changes, logic, responseCount } = data.data
  const since = from ? t('versions.since', { version: versionName(from) }) : t('versions.first')
  return (
    <section className="version-changes">
      <h3>{since}</h3>
      {changes.length === 0 && <p className="no-rows">{t('versions.same')}</p>}
      {logic.rules + logic.conditions > 0 && <p className="version-logic">{t('versions.logic', { ...logic })}</p>}
      {from && changes.length > 0 && <p>{t('versions.pinned', { version: from.number, count: responseCount })}</p>}
      {(['ADDED', 'CHANGED', 'REMOVED'] as const).map((kind) => (
        <ChangesOfKind key={kind} kind={kind} changes={changes.filter(({ change }) => change === kind)} />
      ))}
    </section>
  )
}

function versionName({ number, revision }: { number: number; revision: number }): string {
  return revision === 0 ? String(number) : `${number}.${revision}`
}

function ChangesOfKind({ kind, changes }: { kind: Change['change']; changes: readonly Change[] }) {
  const t = useText()
  if (changes.length === 0) return null
  return (
    <details open className="version-kind" data-kind={kind}>
      <summary>{t(`versions.${kind}`, { count: changes.length })}</summary>
      <ul>
        {changes.map((change) => (
          <li key={`${change.of} ${change.id}`}>
            <strong>{t(`versions.of.${change.of}`, { name: change.name })}</strong>
            {change.fields.length > 0 && <Fields fields={change.fields} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Fields({ fields }: Pick<Change, 'fields'>) {
  const textOr = useTextOr()
  return (
    <dl>
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{textOr(`questions.field.${field}`, textOr(`versions.field.${field}`, field))}</dt>
          <dd>
            <del>
              <Words field={field} value={before} />
            </del>{' '}
            →{' '}
            <ins>
              <Words field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A text in all its languages, a yes or no, how often a section repeats, or the value as it is stored. */
function Words({ field, value }: { field: string; value: unknown }) {
  const t = useText()
  if (field === 'repeat') return <RepeatWords repeat={value as Repeat | null} />
  if (value === null || value === '') return <span className="blank">–</span>
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object') return null
  const entries = Object.entries(value)
  if (!entries.every(([, entry]) => typeof entry === 'string' || typeof entry === 'number'))
    return JSON.stringify(value)
  return entries.map(([key, entry]) => `${key}: ${String(entry)}`).join(' · ')
}
