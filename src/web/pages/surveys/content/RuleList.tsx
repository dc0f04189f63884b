/** The skip rules of a question in words: each leads to its details. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useContent } from './content-context.ts'
import { LogicLine } from './LogicLine.tsx'
import type { RuleLine } from './rule-lines.ts'

interface RuleListProps {
  code: string
  questionId: number
  rules: readonly RuleLine[]
  /** Offers a new one. */
  adds?: true
}

export function RuleList({ code, questionId, rules, adds }: RuleListProps) {
  const t = useText()
  const { canWrite, openForm, remove } = useContent()
  return (
    <ul className="content-rules" aria-label={t('surveys.rulesOf', { label: code })}>
      {rules.map(({ id, text }) => (
        <li key={id} className="content-rule">
          <LogicLine text={text} onOpen={() => openForm(`skip:${id}`, '')} />
          {canWrite && (
            <span className="row-tools">
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
      {adds && canWrite && (
        <li>
          <Button
            look="text"
            size="small"
            icon={<PlusOutlined />}
            onClick={() => openForm(`skip:new:${questionId}`, '')}
          >
            {t('surveys.addRule')}
          </Button>
        </li>
      )}
    </ul>
  )
}
