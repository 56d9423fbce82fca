// Provides the files of the built site, and a server for them.
import { createServer } from 'node:http'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const folder = path.join(root, 'artifacts/site')
export const base = process.env.DOCS_BASE ?? '/'

if (!existsSync(folder)) throw new Error('artifacts/site is not there: npm run docs makes it.')

/** Returns the files below the site's folder with an extension, with forward slashes. */
export function files(ending) {
  return readdirSync(folder, { recursive: true }).map(name => name.split(path.sep).join('/')).filter(name => name.endsWith(ending)).sort()
}

export const read = name => readFileSync(path.join(folder, name), 'utf8')

const types = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.png': 'image/png', '.svg': 'image/svg+xml',
}

/** Serves the site on a free port: { address, close }. */
export async function serve() {
  const server = createServer((request, response) => {
    const wanted = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
    const name = wanted.startsWith(base) ? wanted.slice(base.length) : wanted.slice(1)
    const file = [name, `${name}.html`, `${name}index.html`].map(name => path.join(folder, name)).find(file => file.startsWith(folder) && path.extname(file) && existsSync(file))
    const headers = { 'content-type': types[path.extname(file ?? '')] ?? 'text/plain' }
    if (name.startsWith('assets/')) headers['cache-control'] = 'max-age=3600' // their names change with their content
    response.writeHead(file ? 200 : 404, headers)
    response.end(file ? readFileSync(file) : 'not found')
  })
  await new Promise(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${server.address().port}${base}`,
    close: () => { server.closeAllConnections(); server.close() },
  }
}
