import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import type { ListView } from '../../list/list-view.ts'
import { toast } from '../../ui/toasts.ts'
import { withRows } from '../../views/look.ts'
import { changeLook } from '../../views/look-store.ts'

const icons = { table: <UnorderedListOutlined />, cards: <AppstoreOutlined /> }

/** Rows of a table or cards, kept for this person like the columns. A phone always has cards. */
export function RowsSwitch({ view: { look, keptAs } }: { view: ListView }) {
  const t = useText()
  const shown = look.rows ?? 'table'
  return (
    <fieldset className="survey-rows wide-only" aria-label={t('surveys.rows')}>
      {(['table', 'cards'] as const).map((rows) => (
        <button
          key={rows}
          type="button"
          className="icon-button"
          aria-pressed={rows === shown}
          aria-label={t(`surveys.rows.${rows}`)}
          title={t(`surveys.rows.${rows}`)}
          onClick={() => changeLook(keptAs, withRows(look, rows), () => toast(t('list.lookFailed')))}
        >
          {icons[rows]}
        </button>
      ))}
    </fieldset>
  )
}
