/**
 * The tree of places, and the same level by level as a list: the way down on top, the units right below, then the sites
 * there. A search looks everywhere below the unit that is open, and lists what it finds with its place in the tree.
 */
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type AdministrativeUnit, administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { sites } from '#contract/sites.ts'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { type MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { column, dateTime, number, text, title } from '../../list/columns.tsx'
import { History } from '../../history/History.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { Related } from '../../record/RecordScreen.tsx'
import { RecordTabs, useIsHistory } from '../../record/RecordTabs.tsx'
import { resourceForm } from '../../form/resource-form.tsx'
import { useUnit } from '../../units/use-unit.ts'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { UnitPanel } from './UnitPanel.tsx'
import { useNoUnits } from './use-no-units.ts'
import { UnitTree } from './UnitTree.tsx'
import '../../record/record.css'
import './units.css'

const ImportDialog = lazyDialog(async () => (await import('./UnitImport.tsx')).UnitImport, 'excel')
const UnitBorders = lazyDialog(async () => (await import('./UnitBorders.tsx')).UnitBorders)
const Form = resourceForm(administrativeUnits)

const columns = [
  title('name'),
  text('code'),
  number('childCount'),
  column('ancestors', ({ ancestors }: AdministrativeUnit) => ancestors.map((unit) => unit.name).join(' › ') || '–'),
  dateTime('updatedAt'),
]

function screenBelow(parentId: number | undefined): ListScreen<AdministrativeUnit> {
  return {
    resource: administrativeUnits,
    path: '/administrative-unit',
    title: 'administrative-units.title',
    columns,
    form: (form) => (
      <Form.Modal
        {...form}
        defaults={parentId === undefined ? {} : { parentId }}
        refreshes={[unitTree.byParent, unitTree.counts, unitTree.find]}
      >
        <Form.Text name="name" />
        <Form.Text name="code" help="administrative-units.codeHelp" />
        <Form.Unit name="parentId" help="administrative-units.parentHelp" />
      </Form.Modal>
    ),
  }
}

export function UnitsPage() {
  const t = useText()
  const canWrite = useCan('units.write')
  const [search] = useSearchParams()
  const parentId = idOf(search.get('parentId'))
  const noneAtAll = useNoUnits()
  const isSearch = (search.get('q') ?? '') !== ''
  const isTree = showsTree(search)
  const unit = isTree ? idOf(search.get('unit')) : undefined
  const navigate = useNavigate()
  const list = useResourceList(screenBelow(parentId ?? unit), {
    filters: ['parentId', 'level'],
    places: ['parentId', 'level'],
    emptyText: parentId === undefined ? noneAtAll : 'administrative-units.noneBelow',
    defaults: parentId === undefined && !isTree ? { level: '0' } : {},
    fixed: isSearch ? { level: undefined } : {},
    open: (unit) => ({ search: below(unit) }),
  })
  const [importing, setImporting] = useState<'units' | 'borders'>()
  const isHistory = useIsHistory()
  if (parentId !== undefined && isHistory) return <UnitHistory id={parentId} />
  return (
    <ListPage
      {...list}
      counted={countedAs(search)}
      above={
        parentId === undefined ? (
          <ViewTabs isTree={isTree} />
        ) : (
          <>
            <div className="unit-head">
              <Trail id={parentId} />
              <Button size="small" onClick={() => list.editor.openForm(parentId)}>
                {t(canWrite ? 'administrative-units.change' : 'administrative-units.show')}
              </Button>
            </div>
            <RecordTabs first="administrative-units.below" />
          </>
        )
      }
      instead={
        isTree ? (
          <div className="unit-view">
            <UnitTree
              selected={unit}
              onSelect={(id) => void navigate({ search: `?unit=${id}` }, { replace: true, preventScrollReset: true })}
            />
            <UnitPanel id={unit} onEdit={list.editor.openForm} onNew={() => list.editor.openForm()} />
          </div>
        ) : undefined
      }
      actions={<FileActions within={parentId} onImport={canWrite ? setImporting : undefined} />}
      rowActions={({ id }) => [
        {
          text: t(canWrite ? 'administrative-units.change' : 'administrative-units.show'),
          act: () => list.editor.openForm(id),
        },
      ]}
    >
      {parentId !== undefined && (
        <div className="record-related">
          <Related title="sites.title" list={sites.list} query={{ administrativeUnitId: parentId }} path="/site" />
        </div>
      )}
      {importing === 'units' && <ImportDialog onClose={() => setImporting(undefined)} />}
      {importing === 'borders' && <UnitBorders onClose={() => setImporting(undefined)} />}
    </ListPage>
  )
}

const treeWords: ReadonlySet<string> = new Set(['view', 'unit', 'modal', 'id'])

/** The tree has no filters: with any, and where the user says so, there is the list. */
function showsTree(search: URLSearchParams): boolean {
  return search.get('view') !== 'list' && [...search.keys()].every((word) => treeWords.has(word))
}

/** The tree has all units. The list begins with one level of them. */
function countedAs(search: URLSearchParams): MessageId | undefined {
  if (showsTree(search)) return 'administrative-units.countedAll'
  if (search.get('q')) return undefined
  return search.has('parentId') ? 'administrative-units.countedBelow' : countedOnLevel(search.get('level') ?? '0')
}

function countedOnLevel(level: string): MessageId | undefined {
  return level === '0' ? 'administrative-units.countedTop' : undefined
}

function ViewTabs({ isTree }: { isTree: boolean }) {
  const t = useText()
  return (
    <LinkTabs
      label={t('administrative-units.view')}
      open={isTree ? 'tree' : 'list'}
      tabs={[
        { key: 'tree', to: { search: '' }, text: t('administrative-units.view.tree') },
        { key: 'list', to: { search: '?view=list' }, text: t('administrative-units.view.list') },
      ]}
    />
  )
}

function idOf(word: string | null): number | undefined {
  return word !== null && /^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined
}

function below({ id, level }: Pick<AdministrativeUnit, 'id' | 'level'>): string {
  return `?parentId=${id}&level=${level + 1}`
}

/** The way from the top down to the unit that is open. */
function Trail({ id }: { id: number }) {
  const t = useText()
  const unit = useUnit(id)
  return (
    <nav className="unit-trail" aria-label={t('administrative-units.trail')}>
      <Link to={{ search: '?view=list' }}>{t('administrative-units.top')}</Link>
      {unit?.ancestors.map(({ id: above, name }, level) => (
        <Link key={above} to={{ search: below({ id: above, level }) }}>
          {name}
        </Link>
      ))}
      {unit && (
        <strong aria-current="page">
          {unit.name} <code>{unit.code}</code>
        </strong>
      )}
    </nav>
  )
}

/** The history of the open unit, in place of the units below it. */
function UnitHistory({ id }: { id: number }) {
  const t = useText()
  return (
    <section className="record">
      <title>{`${t('administrative-units.title')} · Canvass`}</title>
      <PageHead title={t('administrative-units.title')} />
      <Trail id={id} />
      <RecordTabs first="administrative-units.below" />
      <Panel>
        <History subjectType="administrative_unit" subjectId={id} />
      </Panel>
    </section>
  )
}

interface FileActionsProps {
  within: number | undefined
  onImport: ((what: 'units' | 'borders') => void) | undefined
}

function FileActions({ within, onImport }: FileActionsProps) {
  const t = useText()
  const basic = useBasicText()
  const query = within === undefined ? {} : { within }
  return (
    <>
      {onImport && (
        <>
          <Button onClick={() => onImport('borders')}>{t('administrative-units.borders')}</Button>
          <Button icon={<UploadOutlined />} onClick={() => onImport('units')}>
            {t('administrative-units.import')}
          </Button>
        </>
      )}
      <Button
        icon={<DownloadOutlined />}
        onClick={() => void download(unitTree.exportUnits, { query }).catch((error) => toast(errorText(error, basic)))}
      >
        {t('administrative-units.export')}
      </Button>
    </>
  )
}
