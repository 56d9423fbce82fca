using Pooling.Tour.Sections.Rows;
using Pooling.Tour.Sections.Services;

namespace Pooling.Tour.Sections;

/// <summary>The sections of the tour, in order.</summary>
internal static class SectionCatalog
{
    public static IReadOnlyList<ISection> All { get; } =
    [
        new RowSection(
            "objects", "Objects", "A loop that processes messages: rent one, use it, reset it and return it.", "Objects",
            new("MagazinePoolBenchmarks<Bytes104>", "One message at a time",
                "Messages of 104 bytes. Each is returned before the next one is rented.", "message",
                ("New", "new"), ("Default", "DefaultObjectPool"), ("Magazine", "MagazinePool"), ("Lease", "LeasePool"))
            {
                Published = "OPCUA-MonitoredItemNotification",
            },
            new("MagazinePoolHeldBenchmarks, Count=1000", "1,000 messages held at once",
                "A batch of 1,000 messages of 48 bytes is rented, used and returned. DefaultObjectPool is configured to keep them "
                    + "(its default is two for each processor).", "batch",
                ("New", "new"), ("Default", "DefaultObjectPool"), ("Magazine", "MagazinePool"), ("MagazineMany", "MagazinePool.GetMany"),
                ("Lease", "LeasePool")),
            new("MagazinePoolThreadsBenchmarks, Threads=2", "Two threads at once",
                "Both threads share one pool. The time is that of both, divided by the messages of both.", "message",
                ("New", "new"), ("Default", "DefaultObjectPool"), ("Magazine", "MagazinePool"), ("Lease", "LeasePool"))),
        new RowSection(
            "buffers", "Buffers", "A sender that writes messages in pieces of at most 4 KB and passes the bytes to its socket.", "Buffers",
            Writer(128, "A message of 128 B", "The most common size in gateways and game servers."),
            Writer(4_096, "A message of 4 KB", "A page of a document, or a burst of updates."),
            Writer(65_536, "A message of 64 KB", "Growing buffers copy their content; a rented one knows the usual size.")),
        new RowSection(
            "json", "Json",
            "A service that answers each request with a JSON document: by the serializer with generated code, or written by hand.", "Json",
            Document(145, "A document of 145 B", "A chat message."),
            Document(850, "A document of 850 B", "An account with its orders.")),
        new RowSection(
            "encodeables", "Encodeables",
            "A client that decodes messages with changed values into objects: the message, its array and every change.", "Encodeables",
            Message(1_000, "A message of 1,000 changes"), Message(10, "A message of 10 changes"), Message(3, "A message of 3 changes")),
        new RowSection(
            "queues", "Queues", "Packets between the code that receives them and the code that handles them.", "Queues",
            new("RingQueueBenchmarks", "A tick: 20 packets in, 20 out",
                "Received and handled in turn, each peeked before it is removed. The locks are never contended.", "tick",
                ("ClassLinkedListLock", "LinkedList, lock"), ("StructQueueLock", "Queue, lock"), ("ConcurrentQueuePeek", "ConcurrentQueue"),
                ("RingLock", "RingQueue, lock"), ("Spsc", "SpscRingQueue"), ("Mpsc", "MpscRingQueue"))
            {
                Published = "GC-009",
            },
            new("SpscRingQueueBenchmarks", "From one thread to another",
                "One thread adds packets as fast as there is room, and the other removes them. Both wait when they cannot continue.",
                "packet",
                ("BoundedChannel", "Channel.CreateBounded"), ("ConcurrentQueue", "ConcurrentQueue, counted"), ("Spsc", "SpscRingQueue"),
                ("Mpsc", "MpscRingQueue"), ("Mpmc", "MpmcRingQueue")),
            new("RingChannelBenchmarks, Use=try", "Through a channel: 20 packets in, 20 out",
                "The same code on a Channel<T>, without waiting.", "packet",
                ("Bounded", "Channel.CreateBounded"), ("Spsc", "RingChannel, 1 to 1"), ("Mpmc", "RingChannel, n to n"))),
        new RowSection(
            "dispatch", "Dispatch", "A server that reads the opcode of a packet, parses its bytes and calls its handler.", "Dispatch",
            new("OpcodeDispatcherSizeBenchmarks, Handlers=256", "256 kinds of packets",
                "In random order. The dispatcher also checks states; the dictionaries do not.", "packet",
                ("Dictionary", "Dictionary of delegates"), ("FrozenDictionaryOfDelegates", "FrozenDictionary"),
                ("Dispatcher", "OpcodeDispatcher")),
            new("CachedDelegateBenchmarks, packet reader", "A method found by reflection", "Resolved once, called many times.", "call",
                ("InvokeReader", "MethodInfo.Invoke"), ("DelegateReader", "MethodInfo.CreateDelegate"), ("CachedReader", "CachedDelegate"))
            {
                Published = "GC-007",
            }),
        new RowSection(
            "export", "Export", "A nightly job that writes 5,000 customers as JSON to a stream, here to memory that exists before.", "Json",
            new("PooledUtf8JsonWriterBenchmarks, serializer", "5,000 customers by the serializer",
                "The serializer to a stream and to a lease, and the same document written by hand.", "document",
                ("Serializer", "JsonSerializer"), ("SerializerThroughALease", "JsonSerializer to a lease"),
                ("SerializerLeased", "Utf8JsonWriterPool"))
            {
                Published = "ODATA-serializer",
            },
            new("PooledUtf8JsonWriterBenchmarks, direct", "5,000 customers by hand", "The calls are the same, value by value.", "document",
                ("DirectNew", "new Utf8JsonWriter"), ("DirectArrayPool", "Utf8JsonWriter on ArrayPool"),
                ("DirectLeased", "Utf8JsonWriterPool"))
            {
                Published = "ODATA-utf8-direct",
            }),
        new ServiceSection(
            "game", "Game server", "30 ticks a second over TCP; each tick sends the new state to all bots.",
            "GameTick"),
        new ServiceSection(
            "opcua", "OPC UA", "A client that subscribes to a real server over TCP; no change may be missing.", "OpcUa",
            "\"plain\" is code of this repository, not the official stack. The guide docs/migration/OpcUa.md has "
                + "figures of that one: 120 to 214 B for each value."),
        new ServiceSection(
            "websocket", "WebSocket", "A hub on Kestrel that sends each text to all members, each at its own pace.",
            "FanOut1K"),
    ];

    private static RowComparison Writer(int length, string name, string detail) => new(
        $"PooledArrayBufferWriterBenchmarks, Length={length}", name, detail, "message",
        ("ArrayBufferWriter", "ArrayBufferWriter"), ("MemoryStream", "MemoryStream"), ("Rented", "PooledArrayBufferWriter"));

    private static RowComparison Document(int bytes, string name, string detail) => new(
        $"Utf8JsonWriterPoolBenchmarks, Bytes={bytes}", name, detail, "document",
        ("Serializer", "SerializeToUtf8Bytes"), ("New", "new Utf8JsonWriter"), ("SerializerThroughALease", "Serialize to a lease"),
        ("Leased", "lease by hand"));

    private static RowComparison Message(int changes, string name) => new(
        $"EncodeableListBenchmarks, Parts={changes}", name, "The message is rented; its changes stay with it.", "message",
        ("New", "new"), ("List", "EncodeableList"))
    {
        Published = "OPCUA-DataChangeNotification",
    };
}
