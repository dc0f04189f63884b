/** `attachment; filename*=UTF-8''a%20b.xlsx` → `a b.xlsx`. */
export function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition ?? '')?.[1] : decodeURIComponent(encoded)
}
