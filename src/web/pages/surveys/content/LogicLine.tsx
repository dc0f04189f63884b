import { BranchesOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { useText } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'
import { namesApart } from './condition-words.ts'

/** A rule or a condition in words, its names in bold; it may lead to where it is written. */
export function LogicLine({ text, onOpen }: { text: string; onOpen?: () => void }) {
  const t = useText()
  const { canWrite } = useContent()
  const words = (
    <>
      <BranchesOutlined aria-hidden="true" />
      <span>
        {namesApart(text).map(({ name, text: part }, index) =>
          // oxlint-disable-next-line react/no-array-index-key
          name ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
        )}
      </span>
    </>
  )
  if (!canWrite || !onOpen) return <span className="content-logic">{words}</span>
  return (
    <button type="button" className="content-logic" title={t('surveys.editLogic')} onClick={onOpen}>
      {words}
    </button>
  )
}
