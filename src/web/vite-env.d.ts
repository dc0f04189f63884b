/// <reference types="vite/client" />

declare module '*.json?basic' {
  const texts: Record<string, string>
  export default texts
}
