/** The quality flags of a response, each with its reason in words; reviewers dismiss one with a note, or open it again. */
import { useState } from 'react'
import { Link } from 'react-router'
import { responseFlags } from '#contract/response-flags.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { type RaisedFlag, responses, type ResponseDetail } from '#contract/responses.ts'
import type { QualityFlag } from '#domain/answers/quality-flags.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { useSend } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import './quality-flags.css'

const DismissFlag = lazyDialog(async () => (await import('./DismissFlag.tsx')).DismissFlag)

export function QualityFlags({ response }: { response: ResponseDetail }) {
  const t = useText()
  const { raisedFlags } = response
  if (raisedFlags.length === 0) return null
  return (
    <section className="quality-flags" aria-label={t('responses.field.flags')}>
      <h2>{t('responses.field.flags')}</h2>
      <ul>
        {raisedFlags.map((raised) => (
          <OneFlag key={raised.flag} raised={raised} response={response} />
        ))}
      </ul>
    </section>
  )
}

function OneFlag({ raised, response }: { raised: RaisedFlag; response: ResponseDetail }) {
  const t = useText()
  const format = useFormat()
  const { dismissedAt, dismissedBy, note } = raised
  const flag = raised.flag as QualityFlag
  const permission = 'responses.review'
  const refusal = useCan(permission) ? undefined : t('action.needs', { permission })
  const [isDismissing, setDismissing] = useState(false)
  const restore = useSend(responseFlags.restore, {
    refreshes: [responses.get, responses.list, responseTimeline, responseFlags.ofSurvey],
  })
  return (
    <li data-open={dismissedAt === null}>
      <strong>{t(`responses.flags.${flag}`)}</strong>
      <p>
        <FlagReason raised={raised} response={response} />
      </p>
      {dismissedAt === null ? (
        <Button size="small" refusal={refusal} aria-haspopup="dialog" onClick={() => setDismissing(true)}>
          {t('responses.flag.dismiss')}
        </Button>
      ) : (
        <>
          <p>{t('responses.flag.dismissed', { by: dismissedBy ?? 'none', at: format.dateTime(dismissedAt) })}</p>
          <blockquote>{note}</blockquote>
          <ErrorNote error={restore.error} />
          <Button
            size="small"
            refusal={refusal}
            loading={restore.isPending}
            onClick={() => restore.mutate({ params: { id: response.id }, body: { flag } })}
          >
            {t('responses.flag.restore')}
          </Button>
        </>
      )}
      {isDismissing && <DismissFlag response={response} flag={flag} onClose={() => setDismissing(false)} />}
    </li>
  )
}

/** What the flag was raised for. */
function FlagReason({ raised: { flag, facts }, response }: { raised: RaisedFlag; response: ResponseDetail }) {
  const t = useText()
  const format = useFormat()
  const { other, percent, seconds, answers, people, outliers } = facts
  const link = other === undefined ? null : <Link to={`/response?open=${other}`}>{t('responses.flag.other')}</Link>
  switch (flag as QualityFlag) {
    case 'DUPLICATE_PARTICIPANT':
    case 'DUPLICATE_PHONE':
    case 'IDENTICAL_ANSWERS':
      return (
        <>
          {t(`responses.flagWhy.${flag as 'DUPLICATE_PHONE'}`)} {link}
        </>
      )
    case 'NEAR_DUPLICATE':
      return (
        <>
          {t('responses.flagWhy.NEAR_DUPLICATE', { percent: percent ?? 0 })} {link}
        </>
      )
    case 'TOO_FAST':
      return t('responses.flagWhy.TOO_FAST', { seconds: Math.round(seconds ?? 0), answers: answers ?? 0 })
    case 'SHARED_DEVICE':
    case 'SHARED_PLACE':
      return t(`responses.flagWhy.${flag as 'SHARED_DEVICE'}`, { people: people ?? 0 })
    case 'OUTLIER':
      if (!outliers || outliers.length === 0) return t('responses.hidden')
      return outliers.map(({ question, low, high }) => {
        const range = { low: format.number(low), high: format.number(high) }
        const name = questionName(response, question)
        return <span key={question}>{t('responses.flagWhy.OUTLIER', { question: name, ...range })} </span>
      })
    case 'OUTSIDE_FENCE':
    case 'FENCE_UNCERTAIN':
    case 'FENCE_NO_FIX':
      return t(`responses.flagWhy.${flag as 'OUTSIDE_FENCE'}`)
  }
}

function questionName({ sections }: ResponseDetail, id: number): string {
  const question = sections.flatMap(({ questions }) => questions).find((each) => each.id === id)
  return question ? plainIn(question.text, currentLocale()) : String(id)
}
