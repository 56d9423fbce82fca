const page = (name, text = name) => ({ text, link: `/primitives/${name}` })

/** The guides, by what one wants to do. */
export const primitives = [
  {
    text: 'Write',
    collapsed: false,
    items: [
      'PooledArrayBufferWriter', 'BufferWriterPool', 'BufferReservation', 'BufferWriterExtensions',
      'SegmentedBufferWriter', 'PooledSequence', 'SharedBuffer', 'PooledArray',
    ].map(name => page(name)),
  },
  { text: 'Write JSON', items: ['Utf8JsonWriterPool', 'PooledUtf8JsonWriter', 'PooledAsyncUtf8JsonWriter'].map(name => page(name)) },
  {
    text: 'Read',
    items: [
      ...['BufferReader', 'SequenceReaderExtensions', 'MagazineMemoryPool'].map(name => page(name)),
      ...['EncodeableList', 'PooledRef', 'PooledScope', 'EncodeablePool', 'EncodeableTypeRegistry', 'IPooledEncodeable'].map(name => page(name)),
      { text: 'Generated encodeables', link: '/generator' },
    ],
  },
  { text: 'Queue', items: ['RingQueue', 'SpscRingQueue', 'MpscRingQueue', 'MpmcRingQueue', 'RingChannel', 'BatchReader'].map(name => page(name)) },
  {
    text: 'Dispatch',
    items: [
      ...['OpcodeDispatcher', 'CachedDelegate'].map(name => page(name)),
      { text: 'Generated dispatchers', link: '/dispatcher-generator' },
    ],
  },
  {
    text: 'Pool',
    items: [
      ...['MagazinePool', 'LeasePool', 'PooledLease', 'MagazinePoolProvider'].map(name => page(name)),
      { text: 'Recipes', link: '/recipes' },
      { text: 'Choosing limits', link: '/limits' },
      { text: 'When not to pool', link: '/when-not-to-pool' },
    ],
  },
  {
    text: 'Observe',
    items: [
      { text: 'Metrics and events', link: '/metrics' },
      { text: 'Find leaks and misuse', link: '/diagnostics' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Test code that rents', link: '/testing' },
    ],
  },
]
