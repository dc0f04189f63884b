/** One report, as it is read and printed; those who may edit the survey arrange it here too. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Report, type ReportPart, reports } from '#contract/reports.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { errorText } from '../../../api/error-text.ts'
import { useSend } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { useNarrowingWords } from '../../../list/use-filter-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PaperHead, PrintButton, useBeforePrint } from '../../../ui/Paper.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/toasts.ts'
import { FigureBox } from './FigureBox.tsx'
import { useNames } from './names.ts'
import { type InsightFilter, useInsightFilter } from './use-insight-filter.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { WordsDialog } from './WordsDialog.tsx'

interface ReportViewProps {
  report: Report
  survey: SurveyDetail
  onClose: () => void
}

const noWords = {}

export function ReportView({ report, survey, onClose }: ReportViewProps) {
  const t = useText()
  const basic = useBasicText()
  const locale = useLocale()
  const isFixed = useActRefusal(survey, 'edit', 'surveys.write') !== undefined
  const filter = useInsightFilter(survey.id, noWords)
  const isPrinted = usePrinted()
  const params = { id: survey.id, reportId: report.id }
  const update = useSend(reports.update, { refreshes: [reports.list] })
  const remove = useSend(reports.remove, { refreshes: [reports.list] })
  const [asks, setAsks] = useState<'title' | 'delete' | number>()
  const { title, parts, version } = report
  const change = (body: Partial<Pick<Report, 'title' | 'parts'>>) =>
    update.mutateAsync({ params, body: { ...body, version } })
  const arrange = (next: readonly ReportPart[]) =>
    void change({ parts: [...next] }).catch((error: unknown) => toast(errorText(error, basic)))
  const close = () => setAsks(undefined)
  const asked = typeof asks === 'number' ? parts[asks] : undefined

  return (
    <Panel className="report">
      <PaperHead>
        <p>{textIn(survey.texts.title, locale)}</p>
      </PaperHead>
      <header>
        <h2>{textIn(title, locale)}</h2>
        <div className="page-actions">
          <Button onClick={onClose}>{t('reports.all')}</Button>
          <PrintButton />
          {!isFixed && (
            <>
              <Button icon={<PlusOutlined />} onClick={() => setAsks(parts.length)}>
                {t('reports.addText')}
              </Button>
              <IconButton label={t('reports.rename')} icon={<EditOutlined />} onClick={() => setAsks('title')} />
              <IconButton
                label={t('reports.delete')}
                icon={<DeleteOutlined />}
                tone="danger"
                onClick={() => setAsks('delete')}
              />
            </>
          )}
        </div>
      </header>
      {parts.length === 0 && <p className="blank">{t('reports.blank')}</p>}
      {parts.map((part, at) => (
        <section key={JSON.stringify(part)} className="report-part">
          <Part {...{ part, filter, isPrinted }} surveyId={survey.id} />
          {!isFixed && (
            <div className="report-tools">
              {part.kind === 'text' && (
                <IconButton label={t('action.edit')} icon={<EditOutlined />} onClick={() => setAsks(at)} />
              )}
              <IconButton
                label={t('reports.up')}
                icon={<ArrowUpOutlined />}
                refusal={at === 0 ? t('reports.isFirst') : undefined}
                onClick={() => arrange(parts.toSpliced(at, 1).toSpliced(at - 1, 0, part))}
              />
              <IconButton
                label={t('reports.down')}
                icon={<ArrowDownOutlined />}
                refusal={at === parts.length - 1 ? t('reports.isLast') : undefined}
                onClick={() => arrange(parts.toSpliced(at, 1).toSpliced(at + 1, 0, part))}
              />
              <IconButton
                label={t('reports.takeOut')}
                icon={<DeleteOutlined />}
                onClick={() => arrange(parts.toSpliced(at, 1))}
              />
            </div>
          )}
        </section>
      ))}
      {asks === 'title' && (
        <WordsDialog
          title={t('reports.rename')}
          label={t('reports.title')}
          words={title}
          onClose={close}
          onSave={(words) => change({ title: words })}
        />
      )}
      {typeof asks === 'number' && (
        <WordsDialog
          title={t('reports.addText')}
          label={t('reports.text')}
          isLong
          words={asked?.kind === 'text' ? asked.text : {}}
          onClose={close}
          onSave={(text) => change({ parts: parts.toSpliced(asks, 1, { kind: 'text', text }) })}
        />
      )}
      {asks === 'delete' && (
        <ConfirmDialog
          title={t('reports.deleteOf', { title: textIn(title, locale) })}
          action={t('reports.delete')}
          danger
          onClose={close}
          run={async () => {
            await remove.mutateAsync({ params })
            onClose()
          }}
        >
          <p>{t('reports.deleteNote')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

interface PartProps {
  part: ReportPart
  surveyId: number
  filter: InsightFilter
  isPrinted: boolean
}

function Part({ part, surveyId, filter, isPrinted }: PartProps) {
  const locale = useLocale()
  const { viewName } = useNames(filter.questions)
  const words = part.kind === 'figure' ? Object.fromEntries(new URLSearchParams(part.query)) : noWords
  const narrowing = useNarrowingWords('responses', filter.kinds, words)
  if (part.kind === 'text') return <p className="report-text">{textIn(part.text, locale)}</p>
  return (
    <>
      <h3>{viewName(part.view)}</h3>
      {narrowing.length > 0 && <p className="report-filter">{narrowing.join(' · ')}</p>}
      <FigureBox {...{ surveyId, words, filter, isPrinted }} view={part.view} />
    </>
  )
}

/** True while the browser makes its pages. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useBeforePrint(() => setPrinted(true))
  useEffect(() => {
    const done = () => flushSync(() => setPrinted(false))
    window.addEventListener('afterprint', done)
    return () => window.removeEventListener('afterprint', done)
  }, [])
  return isPrinted
}
