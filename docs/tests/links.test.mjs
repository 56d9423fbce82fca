// Tests links and anchors in the built pages. vitepress checks neither anchors nor the links of its start page.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { base, files, folder, read, root } from './site.mjs'

const pages = files('.html')
const html = new Map(pages.map(page => [page, read(page)]))
const ids = new Map(pages.map(page => [page, new Set([...html.get(page).matchAll(/\sid="([^"]*)"/g)].map(match => decode(match[1])))]))

test('every link leads to a page and a place on it', () => {
  const broken = []
  let checked = 0
  for (const page of pages) {
    for (const [, , attribute] of html.get(page).matchAll(/<(?:a|link|img|script)\s[^>]*?((?:href|src)="([^"]*)")/g)) {
      const link = decode(attribute)
      if (isOutside(link) || link.startsWith('data:')) continue
      checked++
      const problem = follow(page, link)
      if (problem) broken.push(`${page}: ${problem}`)
    }
  }
  assert.ok(checked > 5_000, `only ${checked} links were found`)
  assert.deepEqual([...new Set(broken)], [])
})

test('every page can be reached from the start page', () => {
  const reached = new Set(['index.html'])
  const waiting = ['index.html']
  while (waiting.length > 0) {
    const page = waiting.pop()
    for (const [, href] of html.get(page).matchAll(/<a\s[^>]*?href="([^"#]+)/g)) {
      const target = targetOf(page, decode(href))
      if (html.has(target) && !reached.has(target)) {
        reached.add(target)
        waiting.push(target)
      }
    }
  }
  assert.deepEqual(pages.filter(page => !reached.has(page) && page !== '404.html'), [])
})

test('a broken link is found', () => {
  assert.match(follow('index.html', `${base}nowhere.html`), /no file/)
  assert.match(follow('index.html', `${base}guides.html#nowhere`), /no place/)
  assert.equal(follow('index.html', `${base}guides.html`), undefined)
})

test('nothing is loaded from outside', () => {
  const outside = []
  for (const page of pages) {
    for (const [element] of html.get(page).matchAll(/<(?:link|img|script|iframe|source)\s[^>]*?(?:href|src)="[^"]*"/g)) {
      if (/(?:href|src)="(?:https?:)?\/\//.test(element)) outside.push(`${page}: ${element}`)
    }
  }
  for (const sheet of files('.css')) {
    for (const [address] of read(sheet).matchAll(/(?:url\(|@import\s*)["']?(?:https?:)?\/\/[^)"']*/g)) outside.push(`${sheet}: ${address}`)
  }
  assert.deepEqual(outside, [])
})

test('every public member has a place', () => {
  const places = JSON.parse(readFileSync(path.join(root, 'docs/api/places.json'), 'utf8'))
  const documented = ['Pooling', 'Pooling.Extensions', 'Pooling.Testing'].flatMap(name =>
    [...readFileSync(path.join(root, `src/${name}/bin/Release/net10.0/${name}.xml`), 'utf8').matchAll(/<member name="([^"]+)"/g)]
      .map(match => match[1]))
  assert.ok(documented.length > 600, `only ${documented.length} members are documented`)
  assert.deepEqual(documented.filter(id => !(id in places)), [])
  const missing = Object.entries(places).filter(([, place]) => {
    const [page, anchor] = place.split('#')
    return !ids.get(`api/${page}.html`) || (anchor && !ids.get(`api/${page}.html`).has(anchor))
  })
  assert.deepEqual(missing, [])
})

test('every guide starts with an example, and then has the same headings', () => {
  const guides = pages.filter(page => page.startsWith('primitives/'))
  assert.ok(guides.length > 30, `only ${guides.length} guides`)
  const order = ['<div class="language-csharp', ...['when-to-use-it', 'when-not-to-use-it', 'ownership', 'limits', 'cost'].map(id => `<h2 id="${id}"`)]
  const wrong = guides.filter(page => {
    const places = order.map(part => html.get(page).indexOf(part))
    return places.includes(-1) || places.some((place, index) => index > 0 && place < places[index - 1])
      || html.get(page).indexOf('<h2 id=') !== places[1]
  })
  assert.deepEqual(wrong, [])
})

test('no page shows a template or loses a type argument', () => {
  for (const [page, text] of html) {
    if (page.startsWith('source/')) continue
    assert.doesNotMatch(text, /\{\{|\bundefined\b<|\[object Object\]/, page)
  }
  assert.match(html.get('api/MagazinePool-T.html').replaceAll('<wbr>', ''), /<h1[^>]*>MagazinePool&lt;T&gt;/)
  assert.match(html.get('figures.html').replaceAll('<wbr>', ''), /MemoryPool&lt;byte&gt;\.Shared/)
})

function follow(page, link) {
  const [address, anchor] = link.split('#')
  const target = address === '' ? page : targetOf(page, address)
  if (target === undefined) return `${link}: outside of ${base}`
  if (!existsSync(path.join(folder, target))) return `${link}: no file ${target}`
  if (anchor && !ids.get(target)?.has(decodeURIComponent(anchor))) return `${link}: no place #${anchor}`
}

/** Returns the file of a link without its anchor, relative to the site's folder. */
function targetOf(page, address) {
  const absolute = address.startsWith('/') ? address : path.posix.join(base, path.posix.dirname(page), address)
  if (!absolute.startsWith(base)) return undefined
  const target = decodeURI(absolute.slice(base.length))
  return target === '' || target.endsWith('/') ? `${target}index.html` : target
}

function isOutside(link) {
  return /^(https?:)?\/\//.test(link) || link.startsWith('mailto:')
}

function decode(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
