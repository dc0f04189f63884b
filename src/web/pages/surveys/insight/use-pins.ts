/** Keeps figures in the reports of a survey. */
import { type FigureView, type Report, type ReportPart, reports } from '#contract/reports.ts'
import { textIn } from '#domain/surveys/survey.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import type { MenuEntry } from '../../../ui/MenuEntries.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useActRefusal } from '../use-act-refusal.ts'

export type Pins = (view: FigureView, words: Readonly<Record<string, string>>) => MenuEntry[]

/** The entries of a menu, one for each report and one for a new report. */
export function usePins(survey: SurveyDetail): Pins {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const params = { id: survey.id }
  const { data } = useCall(reports.list, { params })
  const create = useSend(reports.create, { refreshes: [reports.list] })
  const update = useSend(reports.update, { refreshes: [reports.list] })

  async function keep(part: ReportPart, report: Report | undefined) {
    try {
      const title = { [currentLocale()]: t('reports.newTitle', { day: format.date(new Date().toISOString()) }) }
      const kept = report
        ? await update.mutateAsync({
            params: { ...params, reportId: report.id },
            body: { parts: [...report.parts, part], version: report.version },
          })
        : await create.mutateAsync({ params, body: { title, parts: [part] } })
      toast(t('reports.pinned', { title: textIn(kept.data.title, currentLocale()) }))
    } catch (error) {
      toast(errorText(error, basic))
    }
  }

  return (view, words) => {
    const part: ReportPart = { kind: 'figure', view, query: new URLSearchParams(words).toString() }
    return [...(data?.list ?? []), undefined].map((report) => ({
      key: `pin-${report?.id}`,
      text: report ? t('reports.pinTo', { title: textIn(report.title, currentLocale()) }) : t('reports.pinToNew'),
      refusal,
      act: () => void keep(part, report),
    }))
  }
}
