/** What can be done with a figure: a picture, its table as a file, and keeping it in a report. */
import { MoreOutlined } from '@ant-design/icons'
import type { Figure } from '../../../charts/figure.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import type { MenuEntry } from '../../../ui/MenuEntries.tsx'

interface FigureActionsProps {
  figure: Figure
  table?: Figure | undefined
  /** Of the files. */
  name: string
  note: string
  /** In front of the others. */
  pins?: readonly MenuEntry[]
}

export function FigureActions({ figure, table = figure, name, note, pins = [] }: FigureActionsProps) {
  const t = useText()
  const format = useFormat()
  const save = async (kind: 'csv' | 'xlsx') =>
    (await import('../../../charts/save-table.ts')).saveTable(table, name, kind)
  const saved = async () => (await import('../../../charts/save-figure.ts')).saveFigure(figure, { name, note, format })
  return (
    <MenuButton
      className="icon-button"
      label={t('insight.actions', { title: figure.title })}
      icon={<MoreOutlined />}
      entries={[
        ...pins,
        { text: t('insight.png'), act: () => void saved() },
        { text: t('insight.csv'), act: () => void save('csv') },
        { text: t('insight.xlsx'), act: () => void save('xlsx') },
      ]}
    />
  )
}
