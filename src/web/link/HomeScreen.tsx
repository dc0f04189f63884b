/** What the browser calls the page, in its tab and on the phone's home screen, from where it opens by itself. */
import { basePath, brandPicture, houseName } from '../api/page-settings.ts'
import { paletteOf, useTheme } from '../ui/theme.ts'

const icon = (side: 192 | 512) => ({
  src: location.origin + brandPicture(`icon-${side}`),
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose: 'any maskable',
})

export function HomeScreen({ name = houseName }: { name?: string | undefined }) {
  const { paper } = paletteOf(useTheme())
  const [, door = 'f'] = location.pathname.slice(basePath.length).split('/')
  // Made here: the server does not know what is behind the `#` of the address.
  const manifest = {
    name,
    short_name: name.slice(0, 12).trim(),
    start_url: location.href,
    scope: `${location.origin}${basePath}/${door}/`,
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    icons: [icon(192), icon(512)],
  }
  return (
    <>
      <title>{name}</title>
      <meta name="theme-color" content={paper} />
      <link rel="manifest" href={`data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`} />
    </>
  )
}
