import { questions } from '#contract/questions.ts'
import { type SkipRow, skips } from '#contract/skips.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import type { FormProps } from '../../form/form-state.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { choice, column, dateTime, number } from '../../list/columns.tsx'
import { RuleFields } from './content/lazy-fields.ts'
import { newRule } from './content/new-question.ts'
import type { ListScreen } from '../../list/use-resource-list.ts'
import { FlatList, ofSurvey, useListSurvey } from './FlatList.tsx'

const Form = resourceForm(skips)

const columns = [
  column('fromCode', ({ fromCode, fromText }: SkipRow) => <CodeAndText code={fromCode} text={fromText} />),
  choice('operator', 'skips.operator'),
  column('compared', ({ compared, comparedText }: SkipRow) => (
    <CodeAndText code={comparedWords(compared)} text={comparedText} />
  )),
  choice('action', 'skips.action'),
  column('targetName', ({ targetName, targetText }: SkipRow) => (
    <CodeAndText code={targetWords(targetName)} text={targetText} />
  )),
  number('priority'),
  ofSurvey,
  dateTime('updatedAt'),
]

const screen: ListScreen<SkipRow> = {
  resource: skips,
  path: '/skip',
  title: 'skips.title',
  columns,
  form: (form) => <RuleForm {...form} />,
}

function RuleForm(form: FormProps<SkipRow>) {
  const t = useText()
  const { editing } = form
  const code = editing?.type === 'update' ? editing.row?.fromCode : undefined
  return (
    <Form.Modal {...form} defaults={newRule} {...(code && { title: t('skips.ofQuestion', { question: code }) })}>
      <Form.Lookup name="fromQuestionId" list={questions.list} get={questions.get} query={useListSurvey()} />
      <RuleFields />
    </Form.Modal>
  )
}

export function SkipsPage() {
  return <FlatList screen={screen} label={labelOf} />
}

function CodeAndText({ code, text }: { code: string | undefined; text: Localized | null }) {
  if (!code) return <span className="blank">–</span>
  return (
    <>
      {code}
      {text && <small className="second-line">{textIn(text, currentLocale())}</small>}
    </>
  )
}

function labelOf({ fromCode, operator, compared, targetName }: SkipRow): string {
  return [fromCode, operator, comparedWords(compared), '→', targetWords(targetName)].filter(Boolean).join(' ')
}

function comparedWords(compared: SkipRow['compared']): string {
  return compared === null ? '' : [compared].flat().join(', ')
}

function targetWords(target: SkipRow['targetName']): string | undefined {
  return typeof target === 'object' && target ? textIn(target, currentLocale()) : (target ?? undefined)
}
