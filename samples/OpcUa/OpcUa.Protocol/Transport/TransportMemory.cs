using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace OpcUa.Protocol.Transport;

/// <summary>The memory of messages on their way, of all connections of one server or client. Any thread.</summary>
public sealed class TransportMemory : IDisposable
{
    private readonly MagazineMemoryPool _blocks;
    private readonly MagazinePool<MessageWriter> _writers;

    public TransportMemory(TransportMemoryOptions? options = null)
    {
        options ??= new TransportMemoryOptions();
        Receiving = new MemoryBudget(options.MaxReceiving);
        Sending = new MemoryBudget(options.MaxSending);
        _blocks = new MagazineMemoryPool(new MagazineMemoryPoolOptions
        {
            Name = "UA-TCP",
            MaxRetainedCapacity = 4 << 20,
            MaxRetainedBytes = options.MaxRetained,
        });
        _writers = MagazinePool.Create(() => new MessageWriter(this), new PoolOptions { Name = "UA-TCP messages" });
    }

    /// <summary>The blocks and messages that were rented and have not come back.</summary>
    public long Outstanding => _blocks.GetStatistics().InUse + _writers.GetStatistics().InUse;

    /// <summary>The bytes that messages take that are being received.</summary>
    public long ReceivingBytes => Receiving.Used;

    /// <summary>The bytes that messages take that are being sent.</summary>
    public long SendingBytes => Sending.Used;

    internal MemoryBudget Receiving { get; }

    internal MemoryBudget Sending { get; }

    public void Dispose()
    {
        _writers.Dispose();
        _blocks.Dispose();
    }

    internal IMemoryOwner<byte> Rent(int bytes) => _blocks.Rent(bytes);

    internal MessageWriter RentWriter() => _writers.Get();

    internal void Return(MessageWriter writer) => _writers.Return(writer);
}
