import { EnvironmentOutlined, UploadOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceList } from '../../list/use-resource-list.ts'
import { Button } from '../../ui/Button.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { siteScreens } from './site-screens.tsx'

const SiteImportDialog = lazyDialog(async () => (await import('./SiteImportDialog.tsx')).SiteImportDialog, 'excel')
const SitesMap = lazyComponent(async () => (await import('./SitesMap.tsx')).SitesMap)

export function SitesPage() {
  const t = useText()
  const view = useOpenedWord('view')
  const canWrite = useCan('sites.write')
  const isMap = view.value === 'map'
  return (
    <ListPage
      {...useResourceList(siteScreens)}
      actions={
        <>
          <Button
            icon={<EnvironmentOutlined />}
            aria-pressed={isMap}
            onClick={() => (isMap ? view.close() : view.open('map'))}
          >
            {t('sites.showMap')}
          </Button>
          {canWrite && (
            <Button icon={<UploadOutlined />} onClick={() => view.open('import')}>
              {t('sites.import')}
            </Button>
          )}
        </>
      }
      above={
        <>
          {isMap && (
            <Suspense fallback={<div className="map-tall" />}>
              <SitesMap />
            </Suspense>
          )}
          {view.value === 'import' && canWrite && <SiteImportDialog onClose={view.close} />}
        </>
      }
    />
  )
}
