using System.Net.WebSockets;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures the broadcast of a JSON text to WebSockets with compression. It is compressed by the WebSocket of .NET for each of
/// them, or compressed once, with a share of that frame in the queue of each. An operation is the work for one socket; nothing is
/// sent.</summary>
/// <remarks>No socket has a context, so that all frames are the same.</remarks>
public class CompressedBroadcastBenchmarks
{
    private const int Size = 1024;
    private const int Frames = 1000; // per invocation: 1,000 broadcasts to one socket, or one to 1,000

    private readonly WebSocketMemory _memory = new();
    private byte[] _text = [];
    private FrameEncoder? _encoder;
    private FrameDeflater? _deflater;
    private FrameSum[] _sums = [];
    private WebSocket[] _sockets = [];
    private SocketQueue<SharedBuffer>[] _queues = [];

    [Params(1, 10, 100, 1000)]
    public int Sockets { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(1);
        var text = new StringBuilder();
        while (text.Length < Size)
            text.Append($$"""{"id":{{random.Next(1000)}},"price":{{random.Next(100_000)}}},""");

        _text = Encoding.ASCII.GetBytes(text.ToString(0, Size));
        _encoder = new FrameEncoder(_memory);
        _deflater = new FrameDeflater(DeflateOptions.MaxWindowBits, keepsContext: false, _memory);
        _sums = [.. Enumerable.Range(0, Sockets).Select(static _ => new FrameSum())];
        _sockets = [.. _sums.Select(static sum => WebSocket.CreateFromStream(sum, new WebSocketCreationOptions
        {
            IsServer = true,
            DangerousDeflateOptions = new WebSocketDeflateOptions { ServerContextTakeover = false },
        }))];
        _queues = [.. Enumerable.Range(0, Sockets).Select(static _ => new SocketQueue<SharedBuffer>())];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        foreach (WebSocket socket in _sockets)
            socket.Dispose();

        _deflater!.Dispose();
        _encoder!.Dispose();
        _memory.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Frames), Row("POOL-deflate-*", Role.Before)]
    public long ForEach()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            for (int socket = 0; socket < Sockets; socket++)
            {
                ValueTask sending = _sockets[socket].SendAsync(_text.AsMemory(), WebSocketMessageType.Text, true, CancellationToken.None);
                sending.GetAwaiter().GetResult(); // completes synchronously, because it writes to memory
                sum += _sums[socket].Take();
            }
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-deflate-*", Role.Ours)]
    public long Shared()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            using (SharedBuffer plain = _encoder!.Encode(new ReadOnlySequence<byte>(_text), isText: true))
            using (SharedBuffer frame = _deflater!.Deflate(in plain))
            {
                foreach (SocketQueue<SharedBuffer> queue in _queues)
                    queue.TryAdd(frame.Retain());
            }

            foreach (SocketQueue<SharedBuffer> queue in _queues)
            {
                queue.TryTake(out SharedBuffer frame);
                sum += FrameSum.Of(frame.Span);
                frame.Dispose();
            }
        }

        return sum;
    }
}
