using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace OpcUa.Protocol.Transport;

/// <summary>The memory for messages in transit of all connections of one server or client. Any thread may use it.</summary>
public sealed class TransportMemory : IDisposable
{
    private readonly TransportMemoryOptions _options;
    private readonly MagazineMemoryPool _blocks;
    private readonly MagazinePool<MessageWriter> _writers;

    public TransportMemory(TransportMemoryOptions? options = null)
    {
        options ??= new TransportMemoryOptions();
        _options = options;
        All = new MemoryShare(new Share(options.MaxReceiving), new Share(options.MaxSending));
        _blocks = new MagazineMemoryPool(new MagazineMemoryPoolOptions
        {
            Name = "UA-TCP",
            MaxRetainedCapacity = 4 << 20,
            MaxRetainedBytes = options.MaxRetained,
        });
        _writers = MagazinePool.Create(() => new MessageWriter(this), new PoolOptions { Name = "UA-TCP messages" });
    }

    /// <summary>Gets the number of rented blocks and messages.</summary>
    public long Outstanding => _blocks.GetStatistics().InUse + _writers.GetStatistics().InUse;

    /// <summary>Gets the bytes of messages that are being received.</summary>
    public long ReceivingBytes => All.Receiving.Used;

    /// <summary>Gets the bytes of messages that are being sent.</summary>
    public long SendingBytes => All.Sending.Used;

    /// <summary>Gets the share of all connections together.</summary>
    internal MemoryShare All { get; }

    /// <summary>Creates the share of one address, for all its connections.</summary>
    public MemoryShare ShareForAddress() => new(
        new Share(_options.MaxReceivingPerAddress, All.Receiving, isFair: true),
        new Share(_options.MaxSendingPerAddress, All.Sending, isFair: true));

    public void Dispose()
    {
        _writers.Dispose();
        _blocks.Dispose();
    }

    internal IMemoryOwner<byte> Rent(int bytes) => _blocks.Rent(bytes);

    internal MessageWriter RentWriter() => _writers.Get();

    internal void Return(MessageWriter writer) => _writers.Return(writer);
}
