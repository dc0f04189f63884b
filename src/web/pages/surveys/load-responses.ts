/** The tab of responses. What draws its charts, and their words, come at the same time: they ask again for what did not come. */
export function loadResponses() {
  for (const part of [import('../../charts/EChart.tsx'), loadWords()]) part.catch(() => {})
  return import('./ResponsesTab.tsx')
}

/** Words of areas come with the shell, and not with the first page. */
async function loadWords(): Promise<void> {
  const { loadArea } = await import('../../i18n/messages.ts')
  await Promise.all([loadArea('insight'), loadArea('listTools')])
}
