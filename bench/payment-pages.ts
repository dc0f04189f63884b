export async function pagesOf(_house: unknown, _rows: number): Promise<void> {}
