/** What esbuild makes of files that are not scripts: their text. */
declare module "*.css" {
  const text: string
  export default text
}
