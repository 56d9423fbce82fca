// Maps files of the repository to pages of the site. Pages are written for GitHub: their links are paths of the repository.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Pages of wide tables, whose names may break. */
export const wide = ['figures.md', 'losses.md', 'published.md', 'websocket-cases.md']

/** The samples that the site shows: docs/samples has a page for each, which includes its README. */
export const samples = pagesIn('docs/samples')

/** The programs among them, in docs/samples/apps. */
export const programs = pagesIn('docs/samples/apps')

const properties = readFileSync(path.join(root, 'Directory.Build.props'), 'utf8')
const property = name => properties.match(new RegExp(`<${name}>(.+)</${name}>`))[1]

/** The version and the license of the package. */
export const version = property('Version')
export const license = property('PackageLicenseExpression')

function pagesIn(folder) {
  return readdirSync(path.join(root, folder)).filter(page => page.endsWith('.md')).map(page => path.basename(page, '.md')).sort()
}

// Pages that are shown elsewhere than they lie; the others are below docs.
const shownAt = {
  'docs/README.md': '/guides',
  'README.md': '/',
  'benchmarks/README.md': '/benchmarks',
  'docs/generated/figures.md': '/figures',
  'docs/generated/losses.md': '/losses',
  'docs/generated/growth.md': '/growth',
  'docs/generated/published.md': '/published',
  'docs/generated/services.md': '/services',
  'docs/generated/websocket-cases.md': '/websocket-cases',
  ...Object.fromEntries(samples.map(sample => [`samples/${sample}/README.md`, `/samples/${sample}`])),
  ...Object.fromEntries(programs.map(program => [`samples/apps/${program}/README.md`, `/samples/apps/${program}`])),
}

const linkedFiles = new Set()

/** Returns the address at which the site shows a file or folder of the repository as text. */
export function pageOf(file) {
  linkedFiles.add(file)
  return addressOf(file)
}

/** Rewrites links between files of the repository as links of the site. Files that are no pages are shown as text. */
export function linkRepository(md, base) {
  md.core.ruler.push('repository-links', state => {
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href && !/^([a-z]+:|#|\/)/i.test(href)) {
          const target = resolve(href, state.env)
          token.attrSet('href', target.href)
          if (target.isFile) {
            token.attrSet('href', base + target.href.slice(1))
            token.attrSet('target', '_self')
          }
        }
      }
    }
  })
}

function resolve(href, env) {
  // A page that includes another one says so: the links are those of the other.
  const own = env.frontmatter?.source ?? path.posix.join('docs', env.realPath ? relative(env.realPath) : env.relativePath)
  const [file, anchor] = decodeURI(href).split('#')
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(own), file)).replace(/\/$/, '')
  const suffix = anchor === undefined ? '' : '#' + anchor
  if (target in shownAt) return { href: shownAt[target] + suffix }
  if (target.startsWith('docs/') && target.endsWith('.md')) return { href: target.slice('docs'.length, -'.md'.length) + suffix }
  if (target.startsWith('docs/public/') && existsSync(path.join(root, target))) return { href: target.slice('docs/public'.length), isFile: true }
  if (!existsSync(path.join(root, target))) throw new Error(`${own}: no ${target}`)
  return { href: pageOf(target) + suffix, isFile: true }
}

const relative = file => path.relative(path.join(root, 'docs'), file).split(path.sep).join('/')

const addressOf = file => `/source/${file}.html`

/** Writes a page for each file and folder that a page links to, with a number for each line. */
export function writeFiles(outDir, base) {
  const written = new Set()
  const waiting = [...linkedFiles]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (written.has(file)) continue
    written.add(file)
    const from = path.join(root, file)
    let content
    if (statSync(from).isDirectory()) {
      const inner = readdirSync(from).filter(name => !['bin', 'obj', 'node_modules'].includes(name)).map(name => `${file}/${name}`)
      waiting.push(...inner)
      content = `<ul>${inner.map(name => `<li><a href="${base}${addressOf(name).slice(1)}">${escape(path.basename(name))}</a></li>`).join('')}</ul>`
    } else {
      const lines = readFileSync(from, 'utf8').replace(/^\uFEFF/, '').replace(/\r?\n$/, '').split(/\r?\n/)
      content = `<pre>${lines.map((line, index) => `<span id="L${index + 1}">${escape(line)}\n</span>`).join('')}</pre>`
    }

    const to = path.join(outDir, addressOf(file))
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, template(file, content, base))
  }
}

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const template = (file, content, base) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(file)}</title>
<link rel="icon" href="${base}icon.png">
<style>
:root { color-scheme: light dark }
body { font: 15px system-ui, sans-serif; margin: 1rem }
pre { font: 13px/1.5 ui-monospace, monospace; counter-reset: line; overflow-x: auto }
span { counter-increment: line }
span::before { content: counter(line); display: inline-block; width: 3.5em; color: GrayText; user-select: none }
span:target { background: color-mix(in srgb, gold 30%, transparent) }
</style>
</head>
<body>
<p><a href="${base}">Pooling</a> / ${escape(file)}</p>
${content}
</body>
</html>
`

/** Allows a name to break between its words, in HTML. */
export const breakable = text => text.replace(/([a-z\d])(?=[A-Z])|(?=&lt;)/g, '$1<wbr>')

/** Allows long names to break between their words: in code in a narrow column of a table, and in the titles of the reference. */
export function breakNames(md) {
  const humps = /([a-z\d])(?=[A-Z])/g
  md.core.ruler.push('break-titles', state => {
    const heading = state.tokens.findIndex(token => token.type === 'heading_open' && token.tag === 'h1')
    if (heading < 0 || !state.env.relativePath?.startsWith('api/')) return
    const title = state.tokens[heading + 1]
    title.children = title.children.flatMap(token => {
      if (token.type !== 'text') return [token]
      return breakable(escape(token.content)).split('<wbr>').flatMap((part, index) => {
        const text = new state.Token('text', '', 0)
        text.content = part.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
        const place = new state.Token('html_inline', '', 0)
        place.content = '<wbr>'
        return index === 0 ? [text] : [place, text]
      })
    })
  })
  const text = md.renderer.rules.text
  md.renderer.rules.text = (...token) => {
    const html = text(...token)
    return wide.includes(token[3].relativePath) ? html.replace(humps, '$1<wbr>') : html
  }
  const code = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (...token) =>
    code(...token).replace(/>([^<]*)</, (_, text) => `>${text.replace(humps, '$1<wbr>')}<`)
}

/** Embeds drawings in the page, so that they have the colours of the theme. Elsewhere they use their own. */
export function inlineDrawings(md) {
  const image = md.renderer.rules.image
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src')
    if (!source.endsWith('.svg')) return image(tokens, index, options, env, self)
    const page = env.realPath ?? path.join(root, 'docs', env.relativePath)
    const drawing = readFileSync(path.join(path.dirname(page), source), 'utf8')
    return `<span class="drawing" v-pre>${drawing.replace(/<style>[^]*?<\/style>\s*/, '').replaceAll('\n', '')}</span>`
  }
}
