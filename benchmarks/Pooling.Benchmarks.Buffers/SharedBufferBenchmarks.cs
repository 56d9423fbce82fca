namespace Pooling.Benchmarks.Buffers;

/// <summary>One encoded message of 1 KB for each of several connections: each is given it, reads it, and lets it go.</summary>
public class SharedBufferBenchmarks
{
    private readonly byte[] _message = [.. Enumerable.Range(0, 1024).Select(static i => (byte)i)];
    private byte[][] _copies = [];
    private CountedMessage[] _counted = [];
    private SharedBuffer[] _shares = [];

    [Params(1, 10, 200)]
    public int Holders { get; set; }

    [GlobalSetup]
    public void Setup() => (_copies, _counted, _shares) = (new byte[Holders][], new CountedMessage[Holders], new SharedBuffer[Holders]);

    [Benchmark(Baseline = true), Row("POOL-share-*", Role.Before)]
    public int ArrayForEach()
    {
        foreach (ref byte[] copy in _copies.AsSpan())
            copy = _message.AsSpan().ToArray();

        int sum = 0;
        foreach (byte[] copy in _copies)
            sum += Send(copy);

        return sum;
    }

    /// <summary>What servers write by hand. It trusts each holder to end once.</summary>
    [Benchmark, Row("POOL-share-*", Role.Peer, "IMemoryOwner with a reference count by hand")]
    public int CountedByHand()
    {
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(_message.Length);
        _message.CopyTo(owner.Memory);
        var message = new CountedMessage(owner, _message.Length);
        foreach (ref CountedMessage share in _counted.AsSpan())
            (share = message).Retain();

        message.Release();
        int sum = 0;
        foreach (CountedMessage share in _counted)
        {
            sum += Send(share.Memory);
            share.Release();
        }

        return sum;
    }

    [Benchmark, Row("POOL-share-*", Role.Ours)]
    public int Shared() => Share(SharedBuffer.Create(_message));

    /// <summary>The message is encoded into a rented writer and taken out of it.</summary>
    [Benchmark, Row("POOL-share-*", Role.Ours)]
    public int SharedFromWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Value.Write(_message);
        return Share(lease.Value.DetachShared());
    }

    private int Share(SharedBuffer message)
    {
        foreach (ref SharedBuffer share in _shares.AsSpan())
            share = message.Retain();

        message.TryReturn();
        int sum = 0;
        foreach (SharedBuffer share in _shares)
        {
            sum += Send(share.Memory);
            share.TryReturn();
        }

        return sum;
    }

    // A socket hands the memory to the system, which is not measured here.
    private static int Send(ReadOnlyMemory<byte> memory) => memory.Span[^1] + memory.Length;

    private sealed class CountedMessage(IMemoryOwner<byte> owner, int length)
    {
        private int _count = 1;

        internal ReadOnlyMemory<byte> Memory => owner.Memory.Slice(0, length);

        internal void Retain() => Interlocked.Increment(ref _count);

        internal void Release()
        {
            if (Interlocked.Decrement(ref _count) == 0)
                owner.Dispose();
        }
    }
}
