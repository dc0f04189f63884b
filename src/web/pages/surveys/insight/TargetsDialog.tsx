import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { AnswerColumn } from '#contract/answer-filter.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { optionCodes } from '#domain/surveys/survey.ts'
import { mostTargets, type Target, targetProblems, targetScopes, targetSubjects } from '#domain/surveys/targets.ts'
import { useSend } from '../../../api/query.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Names } from './names.ts'

interface TargetsDialogProps {
  survey: SurveyDetail
  questions: readonly AnswerColumn[]
  names: Names
  onClose: () => void
}

export function TargetsDialog({ survey, questions, names, onClose }: TargetsDialogProps) {
  const t = useText()
  const locale = useLocale()
  const [targets, setTargets] = useState<readonly Target[]>(survey.targets.length > 0 ? survey.targets : [first])
  const update = useSend(surveys.update, { refreshes: [surveys.get] })
  const choices = questions.filter(
    ({ options, type, repeats }) => !repeats && (options.length > 0 || type === 'YES_NO'),
  )

  const isWrong = targets.some(({ goal }) => !(goal >= 1)) || targetProblems(targets).length > 0
  async function save() {
    await update.mutateAsync({ params: { id: survey.id }, body: { targets: [...targets], version: survey.version } })
  }

  function row(target: Target, at: number) {
    const { of, per, goal, question, option } = target
    const set = (more: Partial<Target>) => setTargets(targets.with(at, { ...target, ...more }))
    const asked = choices.find(({ code }) => code === question)
    const options = asked ? optionCodes({ type: asked.type, answers: asked.options }) : []
    const labelOf = (code: string) => {
      const text = asked?.options.find((each) => each.code === code)?.text
      return text ? plainIn(text, locale) : code === 'yes' || code === 'no' ? t(`list.${code}`) : code
    }
    return (
      <fieldset key={at} className="targets-row">
        <legend className="visually-hidden">{t('targets.number', { number: at + 1 })}</legend>
        <FieldBox label={t('targets.of')}>
          <NativeSelect
            value={of}
            options={targetSubjects.map((value) => ({ value, label: t(`targets.of.${value}`) }))}
            onChange={(value = 'RECEIVED') =>
              set({ of: value, ...(value !== 'ANSWER' && { question: undefined, option: undefined }) })
            }
          />
        </FieldBox>
        {of === 'ANSWER' && (
          <>
            <FieldBox label={t('targets.question')}>
              <NativeSelect
                value={question}
                none={t('targets.choose')}
                options={choices.map(({ code }) => ({ value: code, label: names.axisName(code) }))}
                onChange={(value) => set({ question: value, option: undefined })}
              />
            </FieldBox>
            <FieldBox label={t('targets.option')}>
              <NativeSelect
                value={option}
                none={t('targets.choose')}
                options={options.map((value) => ({ value, label: labelOf(value) }))}
                onChange={(value) => set({ option: value })}
              />
            </FieldBox>
          </>
        )}
        <FieldBox label={t(of === 'ANSWER' ? 'targets.percent' : 'targets.goal')}>
          <TextInput
            type="number"
            min={1}
            value={Number.isNaN(goal) ? '' : goal}
            onChange={({ target: { valueAsNumber } }) => set({ goal: Math.round(valueAsNumber) })}
          />
        </FieldBox>
        <FieldBox label={t('targets.per')}>
          <NativeSelect
            value={per}
            options={targetScopes.map((value) => ({ value, label: t(`targets.per.${value}`) }))}
            onChange={(value = 'SURVEY') => set({ per: value })}
          />
        </FieldBox>
        <IconButton
          label={t('targets.remove', { number: at + 1 })}
          icon={<DeleteOutlined />}
          onClick={() => setTargets(targets.toSpliced(at, 1))}
        />
      </fieldset>
    )
  }

  return (
    <ConfirmDialog
      title={t('targets.set')}
      size="large"
      action={t('action.save')}
      problem={isWrong ? t('targets.incomplete') : undefined}
      run={save}
      onClose={onClose}
    >
      {targets.map(row)}
      <div>
        <Button
          icon={<PlusOutlined />}
          refusal={targets.length >= mostTargets ? t('targets.most', { count: mostTargets }) : undefined}
          onClick={() => setTargets([...targets, first])}
        >
          {t('targets.add')}
        </Button>
      </div>
    </ConfirmDialog>
  )
}

const first: Target = { of: 'APPROVED', per: 'SURVEY', goal: 100 }
