const page = (name, text = name) => ({ text, link: `/primitives/${name}` })

/** The guides in the order of the rooms. */
export const primitives = [
  { text: 'Objects', items: ['MagazinePool', 'LeasePool', 'PooledLease', 'MagazinePoolProvider'].map(name => page(name)) },
  {
    text: 'Buffers',
    collapsed: false,
    items: [
      'PooledArrayBufferWriter', 'BufferWriterPool', 'BufferReservation', 'BufferWriterExtensions', 'BufferReader', 'SequenceReaderExtensions',
      'SegmentedBufferWriter', 'SegmentReservation', 'PooledSequence', 'SharedBuffer', 'PooledArray', 'MagazineMemoryPool',
    ].map(name => page(name)),
  },
  { text: 'JSON', items: ['Utf8JsonWriterPool', 'PooledUtf8JsonWriter', 'PooledAsyncUtf8JsonWriter'].map(name => page(name)) },
  {
    text: 'Messages',
    items: [
      ...['EncodeableList', 'PooledRef', 'PooledScope', 'EncodeablePool', 'EncodeableTypeRegistry', 'IPooledEncodeable'].map(name => page(name)),
      { text: 'Generated encodeables', link: '/generator' },
    ],
  },
  { text: 'Queues', items: ['RingQueue', 'SpscRingQueue', 'MpscRingQueue', 'MpmcRingQueue', 'RingChannel', 'BatchReader'].map(name => page(name)) },
  {
    text: 'Dispatch',
    items: [
      ...['OpcodeDispatcher', 'AsyncOpcodeDispatcher', 'CachedDelegate'].map(name => page(name)),
      { text: 'Generated dispatchers', link: '/dispatcher-generator' },
    ],
  },
]
