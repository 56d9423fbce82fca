import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { breakable, breakNames, inlineDrawings, license, linkRepository, pageOf, programs, samples, version, wide, writeFiles } from './repository.mjs'
import { primitives } from './menu.mjs'

// "/" on a machine of one's own; the publishing workflow gives the path under which the site stands.
const base = process.env.DOCS_BASE ?? '/'
const source = process.env.DOCS_SOURCE // the address of the repository, if it has one
const menu = new URL('../api/menu.json', import.meta.url)
if (!existsSync(menu)) throw new Error('docs/api is not there: npm run docs:api makes it.')

/** Allows the names in a menu to break between their words. */
const broken = items => items.map(item => ({ ...item, text: breakable(item.text), ...(item.items && { items: broken(item.items) }) }))

const guides = [
  {
    text: 'Start',
    items: [
      { text: 'Which one do I need?', link: '/guides' },
      { text: 'Quick starts', link: '/quick-starts' },
      { text: 'Framing over pipelines', link: '/framing' },
      { text: 'Ingest: frames to a file', link: '/ingest' },
      { text: 'ASP.NET Core and DI', link: '/aspnetcore' },
      { text: 'Event streams', link: '/event-streams' },
      { text: 'Pools of a host', link: '/hosting' },
    ],
  },
  ...primitives,
  {
    text: 'Understand',
    items: [
      { text: 'How it works', link: '/how-it-works' },
      { text: 'Scale: what limits first', link: '/scale' },
      { text: 'Startup', link: '/startup' },
      { text: 'What a secure channel costs', link: '/secure-channel' },
    ],
  },
  {
    text: 'Coming from',
    items: [
      { text: 'RecyclableMemoryStream', link: '/migration/RecyclableMemoryStream' },
      { text: 'CommunityToolkit', link: '/migration/CommunityToolkit' },
      { text: 'Nerdbank.Streams', link: '/migration/NerdbankStreams' },
      { text: 'DotNext', link: '/migration/DotNext' },
      { text: 'Your own [ThreadStatic]', link: '/migration/ThreadStatic' },
      { text: 'DefaultObjectPool', link: '/migration/DefaultObjectPool' },
      { text: 'Channel, ConcurrentQueue', link: '/migration/Channel' },
      { text: 'The official OPC UA stack', link: '/migration/OpcUa' },
      { text: 'protobuf-net', link: '/migration/protobuf-net' },
      { text: 'MediatR-style dispatch', link: '/migration/MediatR' },
    ],
  },
  {
    text: 'Samples',
    items: [
      ...samples.map(text => ({ text, link: `/samples/${text}` })),
    ],
  },
  {
    text: 'Programs',
    items: [
      ...programs.map(text => ({ text, link: `/samples/apps/${text}` })),
      { text: 'WebSocket test cases', link: '/websocket-cases' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API', link: '/api/' },
      { text: 'Compiler messages', link: '/compiler-messages' },
      { text: 'Glossary', link: '/glossary' },
      { text: 'Whole services', link: '/services' },
      { text: 'Figures', link: '/figures' },
      { text: 'Where it loses', link: '/losses' },
      { text: 'How it grows', link: '/growth' },
      { text: 'Published rows', link: '/published' },
      { text: 'Benchmarks', link: '/benchmarks' },
    ],
  },
]

export default defineConfig({
  base,
  lang: 'en',
  title: 'Pooling',
  description: 'Object pools, pooled buffer and JSON writers, ring queues and dispatch for .NET services that handle messages.',
  head: [['link', { rel: 'icon', href: `${base}icon.png` }]],
  srcExclude: ['api-generator/**', 'tests/**'],
  rewrites: {
    'README.md': 'guides.md',
    'generated/figures.md': 'figures.md',
    'generated/losses.md': 'losses.md',
    'generated/growth.md': 'growth.md',
    'generated/published.md': 'published.md',
    'generated/services.md': 'services.md',
    'generated/websocket-cases.md': 'websocket-cases.md',
  },
  outDir: '../artifacts/site',
  cacheDir: '../artifacts/site-cache',
  markdown: {
    // As on GitHub, so that a link to a heading works in both places.
    anchor: { slugify: text => text.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '').replaceAll(' ', '-') },
    config: md => {
      linkRepository(md, base)
      inlineDrawings(md)
      breakNames(md)
    },
  },
  // The tables have the place of the outline, too; only that of the figures is needed.
  transformPageData: ({ relativePath, frontmatter }) => {
    if (wide.includes(relativePath)) Object.assign(frontmatter, { aside: relativePath === 'figures.md', pageClass: 'wide' })
  },
  buildEnd: site => writeFiles(site.outDir, base),
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides', activeMatch: '^/(guides|quick-starts|framing|ingest|primitives|aspnetcore|event-streams|hosting|testing|diagnostics|troubleshooting|recipes|startup|limits|metrics|how-it-works|scale|when-not|secure-channel)' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Coming from…', link: '/migration/', activeMatch: '^/migration/' },
      { text: 'Samples', link: '/samples/Tour', activeMatch: '^/(samples/|websocket-cases)' },
      { text: 'Figures', link: '/figures' },
      {
        text: `${version} · ${license}`,
        items: [
          { text: 'Changelog', link: pageOf('CHANGELOG.md'), target: '_self' },
          { text: 'License', link: pageOf('LICENSE'), target: '_self' },
          { text: 'Security policy', link: pageOf('SECURITY.md'), target: '_self' },
        ],
      },
      // The repository if it has an address; otherwise the copy that the site shows.
      source ? { text: 'Source code', link: source } : { text: 'Source code', link: pageOf('src/Pooling'), target: '_self' },
    ],
    sidebar: {
      '/api/': [{ text: 'API reference', link: '/api/', items: broken(JSON.parse(readFileSync(menu, 'utf8'))) }],
      '/': broken(guides),
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render(source, env, md) {
          const html = md.render(source, env)
          return env.frontmatter?.search === false || ['figures.md', 'losses.md', 'published.md'].includes(env.relativePath) ? '' : html
        },
        miniSearch: {
          searchOptions: {
            // A page about a primitive comes before its reference, and its title before a mention.
            boostDocument: id => (id.includes('/api/') ? 0.1 : id.includes('/primitives/') ? 1.5 : 1),
          },
        },
      },
    },
    docFooter: { prev: false, next: false },
  },
})
