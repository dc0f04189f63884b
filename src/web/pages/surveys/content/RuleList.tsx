/** The skip rules of a question, where it is: each in words, with its form and its removal. */
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useContent } from './content-context.ts'
import type { RuleLine } from './rule-lines.ts'

interface RuleListProps {
  code: string
  questionId: number
  rules: readonly RuleLine[]
}

export function RuleList({ code, questionId, rules }: RuleListProps) {
  const t = useText()
  const { canWrite, openForm, remove } = useContent()
  return (
    <ul className="content-rules" aria-label={t('surveys.rulesOf', { label: code })}>
      {rules.map(({ id, text }) => (
        <li key={id} className="content-rule">
          <span>{text}</span>
          {canWrite && (
            <span className="row-tools">
              <IconButton
                label={t('surveys.editThing', { label: text })}
                icon={<EditOutlined />}
                onClick={() => openForm(`skip:${id}`)}
              />
              <IconButton
                label={t('surveys.deleteThing', { label: text })}
                icon={<DeleteOutlined />}
                tone="danger"
                onClick={() => remove({ kind: 'skip', id }, text)}
              />
            </span>
          )}
        </li>
      ))}
      {canWrite && (
        <li>
          <Button look="text" size="small" icon={<PlusOutlined />} onClick={() => openForm(`skip:new:${questionId}`)}>
            {t('surveys.addRule')}
          </Button>
        </li>
      )}
    </ul>
  )
}
