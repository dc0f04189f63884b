/**
 * The content of a survey, where it is made: sections, their questions, their options and rules, each with what keeps it
 * from being published. Texts are edited in place; forms and deletions open over it.
 */
import { PlusOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SurveyFile } from '#contract/survey-files.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { Builder } from './builder.ts'
import { BuilderBar } from './BuilderBar.tsx'
import { ContentForms } from './ContentForms.tsx'
import { languageFor } from '../../../questionnaire/languages.ts'
import { languagesOf } from './content-languages.ts'
import { ContentLanguage } from './ContentLanguage.tsx'
import { ContentContext, type ContentModel } from './content-context.ts'
import { ContentRemoval, type Doomed } from './ContentRemoval.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { ruleLines } from './rule-lines.ts'
import { Rows } from './Rows.tsx'
import { useHashFocus } from '../../../ui/use-hash-focus.ts'
import { useNextMissing } from './use-next-missing.ts'
import { useProblems } from './use-problems.ts'
import { useReason } from './use-reason.ts'
import { useStableMap } from './use-stable-map.ts'
import { useToggled } from './use-toggled.ts'
import '../../../form/form.css'
import './content.css'

const noFiles: readonly SurveyFile[] = []

export function ContentTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const reasonOf = useReason()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const canWrite = refusal === undefined
  const hasPermission = useCan('surveys.write')
  const form = useOpenedWord('form')
  const [chosen, setLanguage] = useState<string>(currentLocale())
  const languages = useMemo(() => languagesOf(survey.sections).map(({ code }) => code), [survey.sections])
  const language = languageFor(languages, chosen)
  const [builder] = useState(() => new Builder(survey.id))
  const [doomed, setDoomed] = useState<Doomed>()
  const [said, setSaid] = useState('')
  const { toggled, toggle, openQuestion, show } = useToggled()
  const { sections, files = noFiles } = survey
  const problems = useProblems(survey)
  const rules = useStableMap(useMemo(() => ruleLines(survey, language, t), [survey, language, t]))
  useHashFocus()
  const nextMissing = useNextMissing(show)

  async function attempt(work: () => Promise<string | undefined>) {
    try {
      setSaid((await work()) ?? '')
    } catch (error) {
      toast(t('surveys.notSaved', { reason: reasonOf(error) }))
    }
  }

  const latest = useRef({ attempt, openForm: form.open })
  useEffect(() => {
    latest.current = { attempt, openForm: form.open }
  })
  const model = useMemo<ContentModel>(
    () => ({
      canWrite,
      language,
      builder,
      files,
      openForm: (word) => latest.current.openForm(word),
      remove: (part, label, firstVersion = null) => setDoomed({ part, label, firstVersion }),
      attempt: (work) => void latest.current.attempt(work),
      toggle,
      openQuestion,
    }),
    [canWrite, language, builder, files, toggle, openQuestion],
  )

  return (
    <ContentContext value={model}>
      <div className="content">
        <div className="content-bar">
          <ContentLanguage survey={survey} language={language} onChoose={setLanguage} onMissing={nextMissing} />
          {canWrite && (
            <span className="content-acts">
              <BuilderBar />
              <Button icon={<PlusOutlined />} onClick={() => form.open('section:new')}>
                {t('surveys.addSection')}
              </Button>
            </span>
          )}
        </div>
        {!canWrite && (
          <Note tone="neutral">{hasPermission ? refusal : t('surveys.readOnly', { permission: 'surveys.write' })}</Note>
        )}
        {sections.length === 0 && <p className="list-empty">{t('surveys.noContent')}</p>}
        {canWrite && sections.length > 0 && <p className="content-hint wide-only">{t('surveys.moveHint')}</p>}
        <Rows sections={sections} problems={problems} rules={rules} toggled={toggled} />
        <FilesPanel survey={survey} canWrite={canWrite} />
        <output className="visually-hidden">{said}</output>
      </div>
      <ContentForms survey={survey} word={form.value} onDone={form.close} />
      {doomed && <ContentRemoval doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </ContentContext>
  )
}
