// Tests the built site in a real browser: search, errors, phone width, dark and light. Screenshots are in artifacts/screenshots.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { questions } from './questions.mjs'
import { files, root, serve } from './site.mjs'

const screenshots = path.join(root, 'artifacts/screenshots')
const primitives = files('.html').filter(page => /^primitives\//.test(page)).map(page => page.slice('primitives/'.length, -'.html'.length))
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(file => file && existsSync(file))

let site, browser
const problems = []

before(async () => {
  if (!executablePath) throw new Error('No Chromium: install the package "chromium", or set CHROMIUM to its path.')
  rmSync(screenshots, { recursive: true, force: true })
  mkdirSync(screenshots, { recursive: true })
  site = await serve()
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

after(async () => {
  await browser?.close()
  site?.close()
})

/** Opens a tab. Errors that its pages report, and requests to other hosts, are problems of the test. */
async function openTab(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(120_000) // for busy machines
  const page = await context.newPage()
  const note = text => problems.push(`${page.url()}: ${text}`)
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) note(message.text()) })
  page.on('pageerror', error => note(error.message))
  page.on('request', request => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.address)) note(`fetches ${request.url()}`) })
  page.on('response', response => { if (response.status() >= 400) note(`${response.status()} ${response.url()}`) })
  return page
}

/** Opens a page in a tab of its own. */
async function open(address, options) {
  const page = await openTab(options)
  await page.goto(site.address + address, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready.then(() => true))
  return page
}

async function openSearch(page) {
  await page.locator('.VPNavBarSearch button').first().click()
  const input = page.locator('#localsearch-input')
  await input.waitFor()
  return input
}

test('search finds the guide of each primitive first', { timeout: 300_000 }, async () => {
  assert.ok(primitives.length > 30, `only ${primitives.length} guides`)
  const page = await open('guides.html')
  const input = await openSearch(page)
  const wrong = []
  for (const name of primitives) {
    await input.fill(name)
    const first = page.locator('.VPLocalSearchBox .result').first()
    try {
      await page.waitForFunction(name => document.querySelector('.VPLocalSearchBox .result')?.getAttribute('href')?.includes(`/primitives/${name}.html`), name)
    } catch {
      wrong.push(`${name}: ${await first.getAttribute('href')}`)
    }
    if (name === 'MagazinePool') await page.screenshot({ path: path.join(screenshots, 'search.png') })
  }
  assert.deepEqual(wrong, [])
  await page.context().close()
})

test('search finds what the compiler reports', { timeout: 300_000 }, async () => {
  const page = await open('guides.html')
  await (await openSearch(page)).fill('POOL112')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  assert.match(await page.locator('.VPLocalSearchBox .result').first().getAttribute('href'), /\/compiler-messages\.html#pool112/)
  await page.context().close()
})

test('search finds members in the reference', { timeout: 300_000 }, async () => {
  const page = await open('guides.html')
  await (await openSearch(page)).fill('MaxRetainedCapacity')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  const found = await page.locator('.VPLocalSearchBox .result').evaluateAll(results => results.map(result => result.getAttribute('href')))
  assert.ok(found.some(href => href.includes('/api/BufferPoolOptions.html#maxretainedcapacity')), found.join('\n'))
  await page.context().close()
})

const shown = [
  'index.html', 'guides.html', 'primitives/MagazinePool.html', 'primitives/PooledArrayBufferWriter.html', 'api/index.html',
  'api/PooledArrayBufferWriter-T.html', 'api/OpcodeDispatcherBuilder-TContext.html', 'migration/index.html', 'migration/RecyclableMemoryStream.html',
  'quick-starts.html', 'how-it-works.html', 'limits.html', 'when-not-to-pool.html', 'scale.html', 'aspnetcore.html', 'hosting.html', 'testing.html', 'figures.html', 'samples/apps/GameServer.html', 'compiler-messages.html',
  'troubleshooting.html', 'recipes.html', 'migration/ThreadStatic.html', 'api/SequenceReaderExtensions.html',
]

for (const [name, options] of [
  ['desktop-light', { colorScheme: 'light' }],
  ['desktop-dark', { colorScheme: 'dark' }],
  ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
]) {
  test(`pages fit and are whole: ${name}`, { timeout: 300_000 }, async () => {
    const wide = []
    const page = await openTab(options)
    const waitUntil = name === 'desktop-light' ? 'networkidle' : 'load' // once, until each page has loaded and reported everything
    for (const address of shown) {
      await page.goto(site.address + address, { waitUntil })
      assert.ok((await page.locator('h1').first().innerText()).trim().length > 0, address)
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
      if (content > window) wide.push(`${address}: ${content} in ${window}`)
      await page.screenshot({ path: path.join(screenshots, `${name}-${address.replaceAll('/', '-').replace('.html', '')}.png`) })
    }
    await page.context().close()
    assert.deepEqual(wide, [])
  })
}

test('the start page says what it is on one screen, with its chart', { timeout: 300_000 }, async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open('index.html', { colorScheme })
    const box = await page.locator('figure.chart svg').boundingBox()
    assert.ok(box && box.y + box.height <= 800, `the chart ends at ${box?.y + box?.height}`)
    const [text, paper] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('figure.chart text')).fill, getComputedStyle(document.body).backgroundColor,
    ])
    assert.notEqual(text, paper)
    assert.equal(await page.locator('figure.chart rect.ours').count(), 1)
    const outside = await page.locator('figure.chart text').evaluateAll((texts, { x, width }) => texts
      .filter(text => text.getBoundingClientRect().left < x - 0.5 || text.getBoundingClientRect().right > x + width + 0.5)
      .map(text => text.textContent), box)
    assert.deepEqual(outside, [])
    const hidden = await page.locator('.columns pre').evaluateAll(blocks => blocks.map(block => block.scrollWidth - block.clientWidth))
    assert.deepEqual(hidden.filter(width => width > 0), [], 'the program is cut off')
    await page.context().close()
  }
})

test('tables of results fit, and names in the index are on one line', { timeout: 300_000 }, async () => {
  const page = await openTab()
  for (const address of ['losses.html', 'published.html', 'websocket-cases.html', 'guides.html']) {
    await page.goto(site.address + address, { waitUntil: 'load' })
    const hidden = await page.locator('.vp-doc table').evaluateAll(tables => tables.map(table => table.scrollWidth - table.clientWidth))
    assert.ok(hidden.length > 0, address)
    assert.deepEqual(hidden.filter(width => width > 0), [], `${address}: tables are cut off`)
    await page.screenshot({ path: path.join(screenshots, `tables-${address.replace('.html', '')}.png`) })
  }
  await page.goto(`${site.address}api/index.html`, { waitUntil: 'load' })
  const lines = await page.locator('.vp-doc td:first-child code').evaluateAll(names => names.map(name => [name.textContent, name.getClientRects().length]))
  assert.ok(lines.length > 80, `only ${lines.length} names`)
  assert.deepEqual(lines.filter(([, count]) => count > 1), [])
  await page.context().close()
})

/** Returns the first visible link with a text, which may be broken into lines anywhere. */
function linkOf(page, text) {
  const exact = new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`)
  return page.locator('a', { hasText: exact }).locator('visible=true').first()
}

test('a stranger finds the answers by clicking', { timeout: 300_000 }, async () => {
  const missing = []
  const page = await openTab()
  for (const { ask, clicks, answer } of questions) {
    await page.goto(`${site.address}index.html`, { waitUntil: 'load' })
    try {
      for (const text of clicks) {
        const before = page.url()
        await linkOf(page, text).click()
        await page.waitForURL(url => url.href !== before)
      }
      await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector('main').innerText), [answer.source])
    } catch (error) {
      missing.push(`${ask} ${page.url()}: ${error.message.split('\n')[0]}`)
    }
  }
  await page.context().close()
  assert.ok(questions.length >= 20, `only ${questions.length} questions`)
  assert.deepEqual(missing, [])
})

test('the header shows the version, the license and the source', { timeout: 300_000 }, async () => {
  const page = await open('guides.html')
  const properties = readFileSync(path.join(root, 'Directory.Build.props'), 'utf8')
  const [, version] = properties.match(/<Version>(.+)<\/Version>/)
  const button = page.locator('.VPNavBarMenu button', { hasText: `${version} · MIT` })
  await button.hover()
  await linkOf(page, 'License').click()
  await page.waitForURL(/\/source\/LICENSE\.html$/)
  assert.match(await page.locator('pre').innerText(), /MIT License/)
  await page.goBack()
  await linkOf(page, 'Source code').click()
  if (!process.env.DOCS_SOURCE) await page.waitForURL(/\/source\/src\/Pooling\.html$/)
  await page.context().close()
})

test('a source link leads to the line', { timeout: 300_000 }, async () => {
  const page = await open('api/MagazinePool-T.html')
  await page.locator('a', { hasText: /^Source$/ }).first().click()
  await page.waitForURL(/\/source\/src\/Pooling\/Objects\/MagazinePool\.cs\.html#L\d+$/)
  assert.match(await page.locator('span:target').innerText(), /class MagazinePool<T>/)
  await page.context().close()
})

test('no page reports an error or fetches from elsewhere', () => assert.deepEqual([...new Set(problems)], []))
