/** The tab of responses. What draws its charts, and their words, come at the same time: they ask again for what did not come. */
export function loadResponses() {
  // Not with the first page: words of areas come with the shell.
  const words = import('../../i18n/messages.ts').then(async ({ loadArea }) => {
    await Promise.all([loadArea('insight'), loadArea('listTools')])
  })
  for (const part of [import('./InsightPanel.tsx'), import('../../charts/EChart.tsx'), words]) part.catch(() => {})
  return import('./ResponsesTab.tsx')
}
