using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;
using FrameOpcode = WebSockets.Protocol.Frames.Opcode;
using HubOutbox = WebSockets.Hub.After.Outbox;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures the broadcast of a text to WebSockets. It is encoded as a frame, and queued for each socket. Then each socket takes
/// its frame and releases it, as a sender does; nothing is sent. An operation is the work for one socket.</summary>
public class SocketBroadcastBenchmarks
{
    private const int Frames = 2000; // per invocation: 2,000 broadcasts to one socket, or one to 2,000

    private readonly WebSocketMemory _memory = new();
    private FrameEncoder? _encoder;
    private ReadOnlySequence<byte> _text;
    private SocketQueue<byte[]>[] _arrays = [];
    private SocketQueue<SharedBuffer>[] _shares = [];
    private SharedBuffer[] _ready = [];
    private HubOutbox[] _outboxes = [];

    [Params(1, 10, 100, 1000, 2000)]
    public int Sockets { get; set; }

    [Params(64, 1024, 16_384)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _encoder = new FrameEncoder(_memory);
        _text = new ReadOnlySequence<byte>([.. Enumerable.Range(0, Size).Select(i => (byte)('a' + (i % 26)))]);
        _arrays = Many(() => new SocketQueue<byte[]>());
        _shares = Many(() => new SocketQueue<SharedBuffer>());
        _ready = new SharedBuffer[Sockets];
        _outboxes = Many(() => new HubOutbox(new HubLimits()));
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        foreach (HubOutbox outbox in _outboxes)
            outbox.Dispose();

        _encoder!.Dispose();
        _memory.Dispose();
    }

    /// <summary>Uses one array for all sockets, which is garbage after the last socket has sent it, like prepared messages in other
    /// libraries and the plain loop of ASP.NET Core.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Frames), Row("POOL-broadcast-*", Role.Before)]
    public long OneArray()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            byte[] frame = NewFrame();
            foreach (SocketQueue<byte[]> socket in _arrays)
                socket.TryAdd(frame);

            sum += TakeArrays();
        }

        return sum;
    }

    /// <summary>Copies the header and the payload for each socket.</summary>
    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-broadcast-*", Role.Peer, "an array for each socket")]
    public long CopyPerSocket()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            foreach (SocketQueue<byte[]> socket in _arrays)
                socket.TryAdd(NewFrame());

            sum += TakeArrays();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-broadcast-*", Role.Ours)]
    public long Shares()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            using (SharedBuffer frame = _encoder!.Encode(_text, isText: true))
            {
                foreach (SocketQueue<SharedBuffer> socket in _shares)
                    socket.TryAdd(frame.Retain());
            }

            sum += TakeShares();
        }

        return sum;
    }

    /// <summary>All shares of a frame are made in one call, and each socket gets a ready one.</summary>
    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-broadcast-*", Role.Ours)]
    public long SharesAtOnce()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            using (SharedBuffer frame = _encoder!.Encode(_text, isText: true))
                frame.TryRetain(_ready);

            for (int socket = 0; socket < _shares.Length; socket++)
                _shares[socket].TryAdd(_ready[socket]);

            sum += TakeShares();
        }

        return sum;
    }

    /// <summary>Uses the outboxes of the sample, which limit messages and bytes, and send control frames first.</summary>
    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-broadcast-*", Role.Ours)]
    public long HubOutboxes()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            using (SharedBuffer frame = _encoder!.Encode(_text, isText: true))
            {
                foreach (HubOutbox socket in _outboxes)
                    socket.Post(in frame, out _, out _);
            }

            foreach (HubOutbox socket in _outboxes)
            {
                socket.TryTake(out SharedBuffer frame, out _);
                sum += Count(frame.Span);
                frame.Dispose();
            }
        }

        return sum;
    }

    private long TakeShares()
    {
        long sum = 0;
        foreach (SocketQueue<SharedBuffer> socket in _shares)
        {
            socket.TryTake(out SharedBuffer frame);
            sum += Count(frame.Span);
            frame.Dispose();
        }

        return sum;
    }

    private static long Count(ReadOnlySpan<byte> frame) => frame.Length + frame[0] + frame[^1];

    private T[] Many<T>(Func<T> create) => [.. Enumerable.Range(0, Sockets).Select(_ => create())];

    private byte[] NewFrame()
    {
        var header = new FrameHeader { Opcode = FrameOpcode.Text, IsFinal = true, Length = _text.Length };
        byte[] frame = GC.AllocateUninitializedArray<byte>(header.Size + (int)_text.Length);
        _text.CopyTo(frame.AsSpan(header.Write(frame)));
        return frame;
    }

    private long TakeArrays()
    {
        long sum = 0;
        foreach (SocketQueue<byte[]> socket in _arrays)
        {
            socket.TryTake(out byte[]? frame);
            sum += Count(frame);
        }

        return sum;
    }
}
