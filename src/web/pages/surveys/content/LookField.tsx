/** How a question looks: one plain choice of those that fit its type. Words for other programs stay beside it. */
import { type Look, looksFor, looksOf, withLook, wholeSection, wordsOf } from '#domain/surveys/appearances.ts'
import type { QuestionType } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'
import { Switch } from '../../../ui/Switch.tsx'

const usual = ''

/** Nothing for types that look one way only. */
export function LookField() {
  const t = useText()
  const { values, set, readOnly } = useForm()
  const question = { type: values['type'] as QuestionType, appearance: values['appearance'] as string | null }
  const offered = looksFor(question.type)
  const [current = usual] = looksOf(question)
  if (offered.length === 0) return null
  const shown = current === usual || offered.includes(current) ? offered : [...offered, current]
  return (
    <FieldFrame name="appearance" alwaysSet>
      <Select<Look | typeof usual>
        className="field-wide"
        disabled={readOnly}
        value={current}
        options={[
          { value: usual, label: t('questions.look.usual') },
          ...shown.map((look) => ({ value: look, label: t(`questions.look.${look}`) })),
        ]}
        onChange={(look) => set('appearance', withLook(question, look === usual ? undefined : look))}
      />
    </FieldFrame>
  )
}

/** Apps show one question a screen, or the section as a whole as the pages here do. */
export function SectionLookField() {
  const { values, set, readOnly } = useForm()
  const words = wordsOf(values['appearance'] as string | null)
  const others = words.filter((word) => word !== wholeSection)
  return (
    <FieldFrame name="appearance" alwaysSet>
      {({ id }) => (
        <Switch
          id={id}
          disabled={readOnly}
          checked={words.includes(wholeSection)}
          onChange={(whole) => set('appearance', [...(whole ? [wholeSection] : []), ...others].join(' ') || null)}
        />
      )}
    </FieldFrame>
  )
}
