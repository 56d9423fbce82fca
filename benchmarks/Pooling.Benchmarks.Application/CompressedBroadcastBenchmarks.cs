using System.Net.WebSockets;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures the broadcast of a JSON text to WebSockets with compression. It is compressed by the WebSocket of .NET for each of
/// them, or compressed once, with a reference to that frame or a share of it in the queue of each. An operation is the work for one
/// socket; nothing is sent.</summary>
/// <remarks>No socket has a context, so that all frames are the same.</remarks>
public class CompressedBroadcastBenchmarks
{
    private const int Size = 1024;
    private const int Frames = 1000; // per invocation: 1,000 broadcasts to one socket, or one to 1,000

    private readonly WebSocketMemory _memory = new();
    private readonly MemoryStream _compressed = new(2 * Size);
    private byte[] _text = [];
    private FrameEncoder? _encoder;
    private FrameDeflater? _deflater;
    private FrameSum[] _sums = [];
    private WebSocket[] _sockets = [];
    private WebSocket? _compressor;
    private SocketQueue<byte[]>[] _arrays = [];
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
        _sockets = [.. _sums.Select(Compressing)];
        _compressor = Compressing(_compressed);
        _arrays = [.. Enumerable.Range(0, Sockets).Select(static _ => new SocketQueue<byte[]>())];
        _queues = [.. Enumerable.Range(0, Sockets).Select(static _ => new SocketQueue<SharedBuffer>())];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        foreach (WebSocket socket in _sockets)
            socket.Dispose();

        _compressor!.Dispose();
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

    /// <summary>Uses a new array for the frame, which is garbage after the last socket has sent it.</summary>
    [Benchmark(OperationsPerInvoke = Frames), Row("POOL-deflate-*", Role.Peer, "compressed once, one array by reference")]
    public long OneArray()
    {
        long sum = 0;
        for (int i = 0; i < Frames; i += Sockets)
        {
            byte[] compressed = Compress();
            foreach (SocketQueue<byte[]> queue in _arrays)
                queue.TryAdd(compressed);

            foreach (SocketQueue<byte[]> queue in _arrays)
            {
                queue.TryTake(out byte[]? frame);
                sum += FrameSum.Of(frame);
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

    private static WebSocket Compressing(Stream stream) => WebSocket.CreateFromStream(stream, new WebSocketCreationOptions
    {
        IsServer = true,
        DangerousDeflateOptions = new WebSocketDeflateOptions { ServerContextTakeover = false },
    });

    private byte[] Compress()
    {
        _compressed.SetLength(0);
        ValueTask sending = _compressor!.SendAsync(_text.AsMemory(), WebSocketMessageType.Text, true, CancellationToken.None);
        sending.GetAwaiter().GetResult(); // completes synchronously, because it writes to memory
        return _compressed.ToArray();
    }
}
