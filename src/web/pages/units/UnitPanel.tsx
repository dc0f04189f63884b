/** The unit that is chosen in the tree, and what can be done with it. */
import { Link } from 'react-router'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { pathText, useUnit } from '../../units/use-unit.ts'

interface UnitPanelProps {
  id: number | undefined
  onEdit: (id: number) => void
  onNew: () => void
}

export function UnitPanel({ id, onEdit, onNew }: UnitPanelProps) {
  const t = useText()
  const canWrite = useCan('units.write')
  const canReadSites = useCan('sites.read')
  const unit = useUnit(id)
  if (!unit) return <Panel className="unit-panel">{t('administrative-units.pick')}</Panel>
  const below = `?parentId=${unit.id}&level=${unit.level + 1}`
  return (
    <Panel className="unit-panel" aria-labelledby="unit-panel">
      <h2 id="unit-panel">
        {unit.name} <code>{unit.code}</code>
      </h2>
      <p>{pathText(unit)}</p>
      <div className="unit-acts">
        <Button onClick={() => onEdit(unit.id)}>
          {t(canWrite ? 'administrative-units.change' : 'administrative-units.show')}
        </Button>
        {canWrite && <Button onClick={onNew}>{t('administrative-units.newBelow')}</Button>}
      </div>
      <ul>
        <li>
          <Link to={{ search: below }}>{t('administrative-units.asList')}</Link>
        </li>
        {canReadSites && (
          <li>
            <Link to={`/site?administrativeUnitId=${unit.id}`}>{t('administrative-units.sitesThere')}</Link>
          </li>
        )}
        <li>
          <Link to={{ search: `${below}&tab=history` }}>{t('administrative-units.history')}</Link>
        </li>
      </ul>
    </Panel>
  )
}
