namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures one encoded message for 10 connections on two threads. One thread creates the message and passes it to each holder. On
/// the other thread, every holder reads it and releases it. At most 256 holders are in transit. The time and the bytes are those of one
/// message.</summary>
[AllThreads]
public class SharedBufferThreadsBenchmarks
{
    private const int Holders = 10;
    private const int Messages = 3_200;
    private const int Block = HandoverRing<object>.Block;

    private readonly WorkerThreads _workers = new(2);
    private byte[] _message = [];
    private Action<int>? _work; // one delegate for all invocations: an instance runs one method
    private long _sum;

    /// <summary>The holder of a message. It is a struct, so that each contender has separate loops.</summary>
    private interface IHolding<TSelf> where TSelf : struct, IHolding<TSelf>
    {
        static abstract TSelf Create(ReadOnlySpan<byte> message);
        TSelf ForAnother();
        ReadOnlyMemory<byte> Memory { get; }
        void End();
    }

    [Params(54, 1_024, 32_768)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => _message = [.. Enumerable.Range(0, Length).Select(static i => (byte)i)];

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Messages), Row("POOL-share-threads", Role.Before, "one array by reference")]
    public long ArrayByReference() => Run<Reference>();

    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-share-threads", Role.Peer, "a reference count by hand")]
    public long CountedByHand() => Run<Counted>();

    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-share-threads", Role.Ours, "SharedBuffer")]
    public long Shared() => Run<Share>();

    /// <summary>All shares of a message are made in one call.</summary>
    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-share-threads", Role.Ours, "SharedBuffer, all shares at once")]
    public long SharedAtOnce() => Run<Ready>();

    private long Run<T>() where T : struct, IHolding<T>
    {
        if (_work is null)
        {
            var ring = new HandoverRing<T>();
            _work = worker =>
            {
                if (worker == 0)
                    Give(ring);
                else
                    _sum = End(ring);
            };
        }

        _workers.Run(_work);
        return _sum;
    }

    private void Give<T>(HandoverRing<T> ring) where T : struct, IHolding<T>
    {
        T message = default;
        int given = Holders;
        for (int i = 0; i < Messages * Holders; i += Block)
        {
            foreach (ref T slot in ring.BeginPut())
            {
                if (given == Holders)
                {
                    message = T.Create(_message);
                    given = 0;
                }

                slot = message.ForAnother();
                if (++given == Holders)
                    message.End();
            }

            ring.EndPut();
        }
    }

    private static long End<T>(HandoverRing<T> ring) where T : struct, IHolding<T>
    {
        long sum = 0;
        for (int i = 0; i < Messages * Holders; i += Block)
        {
            foreach (ref T slot in ring.BeginTake())
            {
                sum += SharedBufferBenchmarks.Send(slot.Memory);
                slot.End();
                slot = default; // so that the ring keeps no message
            }

            ring.EndTake();
        }

        return sum;
    }

    private readonly struct Reference(byte[] message) : IHolding<Reference>
    {
        public ReadOnlyMemory<byte> Memory => message;

        public static Reference Create(ReadOnlySpan<byte> message) => new(message.ToArray());

        public Reference ForAnother() => this;

        public void End()
        {
        }
    }

    private readonly struct Counted(CountedMessage message) : IHolding<Counted>
    {
        public ReadOnlyMemory<byte> Memory => message.Memory;

        public static Counted Create(ReadOnlySpan<byte> message) => new(new CountedMessage(message));

        public Counted ForAnother()
        {
            message.Retain();
            return this;
        }

        public void End() => message.Release();
    }

    private readonly struct Share(SharedBuffer message) : IHolding<Share>
    {
        public ReadOnlyMemory<byte> Memory => message.Memory;

        public static Share Create(ReadOnlySpan<byte> message) => new(SharedBuffer.Create(message));

        public Share ForAnother() => new(message.Retain());

        public void End() => message.TryReturn();
    }

    /// <summary>A share of its own for each holder, made in advance. The message itself has none.</summary>
    private readonly struct Ready(SharedBuffer share) : IHolding<Ready>
    {
        private static readonly SharedBuffer[] s_shares = new SharedBuffer[Holders];
        private static int s_given;

        public ReadOnlyMemory<byte> Memory => share.Memory;

        public static Ready Create(ReadOnlySpan<byte> message)
        {
            SharedBuffer.Create(message, s_shares);
            s_given = 0;
            return default;
        }

        public Ready ForAnother() => new(s_shares[s_given++]);

        public void End() => share.TryReturn();
    }
}
