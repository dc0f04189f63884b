/** How strict the quality flags of a survey are. */
import { useState } from 'react'
import { responseFlags } from '#contract/response-flags.ts'
import { type QualityRules, ruleBounds, usualRules } from '#domain/answers/quality-flags.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'

interface FlagRulesProps {
  surveyId: number
  rules: QualityRules
  onClose: () => void
}

export function FlagRules({ surveyId, rules: stored, onClose }: FlagRulesProps) {
  const t = useText()
  const [rules, setRules] = useState(stored)
  const send = useSend(responseFlags.setRules, { refreshes: [responseFlags.ofSurvey] })

  async function run() {
    await send.mutateAsync({ params: { surveyId }, body: rules })
    return t('responses.flagRules.saved')
  }

  return (
    <ConfirmDialog title={t('responses.flagRules.title')} action={t('action.save')} run={run} onClose={onClose}>
      <p>{t('responses.flagRules.means')}</p>
      {(Object.keys(usualRules) as (keyof QualityRules)[]).map((name) => {
        const [min, max] = ruleBounds[name]
        return (
          <FieldBox key={name} label={t(`responses.flagRules.${name}`)} help={t(`responses.flagRules.${name}Help`)}>
            <NumberInput
              min={min}
              max={max}
              value={rules[name]}
              onChange={(value) => setRules({ ...rules, [name]: Math.round(value ?? usualRules[name]) })}
            />
          </FieldBox>
        )
      })}
    </ConfirmDialog>
  )
}
