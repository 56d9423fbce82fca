namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures one encoded message for each of several connections. Each connection receives it, reads it, and releases it.</summary>
/// <remarks>54 B are a text message of a chat, 1 KB is the state of a room, and 32 KB is a picture.</remarks>
public class SharedBufferBenchmarks
{
    private byte[] _message = [];
    private byte[][] _copies = [];
    private CountedMessage[] _counted = [];
    private SharedBuffer[] _shares = [];

    [Params(1, 10, 200)]
    public int Holders { get; set; }

    [Params(54, 1_024, 32_768)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _message = [.. Enumerable.Range(0, Length).Select(static i => (byte)i)];
        (_copies, _counted, _shares) = (new byte[Holders][], new CountedMessage[Holders], new SharedBuffer[Holders]);
    }

    [Benchmark(Baseline = true), Row("POOL-share-*", Role.Before, "an array each")]
    public int ArrayForEach()
    {
        foreach (ref byte[] copy in _copies.AsSpan())
            copy = _message.AsSpan().ToArray();

        int sum = 0;
        foreach (byte[] copy in _copies)
            sum += Send(copy);

        return sum;
    }

    /// <summary>All connections refer to one new array, which is left to the garbage collector.</summary>
    [Benchmark, Row("POOL-share-*", Role.Peer, "one array by reference")]
    public int ArrayByReference()
    {
        byte[] message = _message.AsSpan().ToArray();
        foreach (ref byte[] copy in _copies.AsSpan())
            copy = message;

        int sum = 0;
        foreach (byte[] copy in _copies)
            sum += Send(copy);

        return sum;
    }

    [Benchmark, Row("POOL-share-*", Role.Peer, "a reference count by hand")]
    public int CountedByHand()
    {
        var message = new CountedMessage(_message);
        foreach (ref CountedMessage share in _counted.AsSpan())
            (share = message).Retain();

        message.Release();
        return SendCounted();
    }

    [Benchmark, Row("POOL-share-*", Role.Peer, "a reference count by hand, of known holders")]
    public int CountedOfKnownHolders()
    {
        var message = new CountedMessage(_message, Holders);
        _counted.AsSpan().Fill(message);
        return SendCounted();
    }

    [Benchmark, Row("POOL-share-*", Role.Ours, "SharedBuffer")]
    public int Shared() => Share(SharedBuffer.Create(_message));

    /// <summary>The message is encoded into a rented writer and taken out of it.</summary>
    [Benchmark, Row("POOL-share-*", Role.Ours, "SharedBuffer, out of a writer")]
    public int SharedFromWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Value.Write(_message);
        return Share(lease.Value.DetachShared());
    }

    /// <summary>All shares are made in one call.</summary>
    [Benchmark, Row("POOL-share-*", Role.Ours, "SharedBuffer, all shares at once")]
    public int SharedAtOnce()
    {
        SharedBuffer.Create(_message, _shares);
        return SendAll();
    }

    /// <summary>The message is encoded into a rented writer and taken out of it, with all shares.</summary>
    [Benchmark, Row("POOL-share-*", Role.Ours, "SharedBuffer, out of a writer, all shares at once")]
    public int SharedFromWriterAtOnce()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Value.Write(_message);
        lease.Value.DetachShared(_shares);
        return SendAll();
    }

    private int SendCounted()
    {
        int sum = 0;
        foreach (CountedMessage share in _counted)
        {
            sum += Send(share.Memory);
            share.Release();
        }

        return sum;
    }

    private int Share(SharedBuffer message)
    {
        foreach (ref SharedBuffer share in _shares.AsSpan())
            share = message.Retain();

        message.TryReturn();
        return SendAll();
    }

    private int SendAll()
    {
        int sum = 0;
        foreach (SharedBuffer share in _shares)
        {
            sum += Send(share.Memory);
            share.TryReturn();
        }

        return sum;
    }

    // A socket passes the memory to the system, which is not measured here.
    internal static int Send(ReadOnlyMemory<byte> memory) => memory.Span[^1] + memory.Length;
}
