/** The settings of a project as ODK Collect reads them from a picture: JSON, packed by zlib, as base64. */
import { tokenUser } from '#domain/surveys/survey-token.ts'

interface Project {
  url: string
  token: string
  project: string
}

export async function collectSettings({ url, token, project }: Project): Promise<string> {
  const settings = {
    general: {
      protocol: 'odk_default',
      server_url: url,
      username: tokenUser,
      password: token,
      form_update_mode: 'match_exactly',
      autosend: 'wifi_and_cellular',
    },
    admin: {},
    project: { name: project },
  }
  const packed = new Blob([JSON.stringify(settings)]).stream().pipeThrough(new CompressionStream('deflate'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  return btoa(String.fromCodePoint(...bytes))
}
