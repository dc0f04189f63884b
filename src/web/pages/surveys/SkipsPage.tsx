import { questions } from '#contract/questions.ts'
import { type SkipRow, skips } from '#contract/skips.ts'
import { textIn } from '#domain/survey.ts'
import type { FormProps } from '../../form/form-state.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { choice, column, dateTime, number, text } from '../../list/columns.tsx'
import { RuleFields } from './content/lazy-fields.ts'
import { newRule } from './content/new-question.ts'
import type { ListScreen } from '../../list/use-resource-list.ts'
import { FlatList, ofSurvey } from './FlatList.tsx'

const Form = resourceForm(skips)

const columns = [
  text('fromCode'),
  choice('operator', 'skips.operator'),
  column('compared', ({ compared }: SkipRow) => comparedWords(compared)),
  choice('action', 'skips.action'),
  column('targetName', ({ targetName }: SkipRow) => targetWords(targetName) ?? <span className="blank">–</span>),
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
      <Form.Lookup name="fromQuestionId" list={questions.list} get={questions.get} />
      <RuleFields />
    </Form.Modal>
  )
}

export function SkipsPage() {
  return <FlatList screen={screen} label={labelOf} />
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
