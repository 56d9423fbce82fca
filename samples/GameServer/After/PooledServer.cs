using System.Net.Sockets;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>The server over the primitives: connections on the threads of the pool, the world on the tick thread, queues between them.</summary>
internal sealed partial class PooledServer : TickServer<PooledConnection>
{
    private const int EventCapacity = 8192;

    private readonly MessagePools _messages = new();
    private readonly PooledBufferPool _writers = new();
    private readonly PooledArrayBufferWriter _encoded; // the updates of one broadcast
    private readonly MpscRingQueue<ServerEvent> _events = new(EventCapacity);
    private readonly RingQueue<ServerEvent> _ownEvents = new(); // from the tick thread to itself
    private int _tickThread = -1;
    private volatile bool _isStopping;

    /// <param name="limits">What it puts up with.</param>
    /// <param name="arrays">Where the memory of payloads comes from. More of them wait at a time than the shared pool keeps arrays of a size.</param>
    public PooledServer(ServerLimits? limits = null, CountingArrayPool? arrays = null)
        : base(limits ?? new ServerLimits())
    {
        Arrays = arrays ?? new CountingArrayPool();
        _encoded = new PooledArrayBufferWriter(Arrays, initialCapacity: 8192);
        Dispatcher = GameDispatcher.Create(_messages, Counters);
        _commands = new InboundCommand[Limits.PacketsPerTick];
    }

    public override string Name => "pooled";

    public override Outstanding Outstanding => new(Arrays.Outstanding, _messages.Outstanding, _writers.GetStatistics().InUse);

    public CountingArrayPool Arrays { get; }

    public OpcodeDispatcher<PacketContext> Dispatcher { get; }

    /// <summary>Tells the tick thread something. Nothing is lost: waits for room, which each tick makes.</summary>
    public void Post(in ServerEvent message)
    {
        if (Environment.CurrentManagedThreadId == _tickThread)
        {
            _ownEvents.TryEnqueue(message); // the consumer must not wait for itself
            return;
        }

        var spin = default(SpinWait);
        while (!_events.TryEnqueue(message) && !_isStopping)
            spin.SpinOnce();
    }

    protected override PooledConnection Connect(Socket socket) => new(this, socket);

    protected override void HandleEvents()
    {
        _tickThread = Environment.CurrentManagedThreadId;
        while (_ownEvents.TryDequeue(out ServerEvent message) || _events.TryDequeue(out message))
        {
            switch (message.Kind)
            {
                case ServerEventKind.Join:
                    Join(message.Connection, message.Text);
                    break;

                case ServerEventKind.Leave:
                    Leave(message.Connection);
                    break;

                default:
                    Say(message.Connection, message.Text);
                    break;
            }
        }
    }

    protected override void EndEvents()
    {
        _isStopping = true;
        _events.Complete();
        HandleEvents();
        _tickThread = -1;
    }

    /// <summary>Rents a buffer for a single message.</summary>
    public PooledLease<PooledArrayBufferWriter> RentWriter() => _writers.Rent();

    protected override void Dispose() => _encoded.Dispose();

    private SharedBuffer Encode(IMessage message)
    {
        using PooledLease<PooledArrayBufferWriter> lease = RentWriter();
        int length = message.CalculateSize();
        message.WriteTo(lease.Value.GetSpan(length)[..length]);
        lease.Value.Advance(length);
        return SharedBuffer.Create(lease.Value.WrittenSpan, Arrays);
    }
}
