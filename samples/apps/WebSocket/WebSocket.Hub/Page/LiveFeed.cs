using System.Buffers;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Page;

/// <summary>What pages listen to: first the last minutes, then each second a sample, written once and encoded in one frame that all pages
/// share. A page may choose the way of new sockets. Any thread.</summary>
/// <param name="room">The sockets of pages.</param>
/// <param name="about">What the hub runs on, and what loads it.</param>
/// <param name="choose">Is told what was chosen, by one page at a time.</param>
internal sealed class LiveFeed(IHubRoom room, string about, Action<HubMode> choose) : IHubEndpoint, IDisposable
{
    /// <summary>The seconds that a page is told of when it connects.</summary>
    public const int Kept = 180;

    private readonly Lock _lock = new();
    private readonly string _hub = Guid.NewGuid().ToString("N")[..8];
    private readonly Queue<LiveSample> _samples = new(Kept);
    private readonly PooledArrayBufferWriter<byte> _buffer = new();
    private HubMode _chosen;

    /// <summary>The pages.</summary>
    public int Count => room.Count;

    public HubMode Chosen
    {
        get
        {
            lock (_lock)
                return _chosen;
        }
    }

    /// <summary>Lets sockets from now on be of that way, and tells all pages.</summary>
    public void Choose(HubMode mode)
    {
        lock (_lock)
        {
            if (_chosen == mode)
                return;

            _chosen = mode;
            choose(mode);
            Broadcast(LiveJson.WriteChosen, mode);
        }
    }

    /// <summary>Tells all pages of a second. Allocates nothing.</summary>
    public void Publish(in LiveSample sample)
    {
        lock (_lock)
        {
            if (_samples.Count == Kept)
                _samples.Dequeue();

            _samples.Enqueue(sample);
            if (room.Count > 0)
                Broadcast(static (writer, sample) => LiveJson.WriteSample(writer, in sample), sample);
        }
    }

    public void OnOpened(IHubSocket socket)
    {
        lock (_lock)
        {
            room.Join(socket); // with what it is told first: it misses no second
            InboundMessage hello = Write(LiveJson.WriteHello, new LiveHello(_hub, about, _chosen, _samples));
            _ = socket.SendAsync(hello).AsTask(); // copied before the call returns
        }
    }

    public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
    {
        if (LiveJson.ReadCommand(message) is { } mode)
            Choose(mode);
        else
            socket.Close(CloseCode.PolicyViolation, "The command is not known.");

        return default;
    }

    public void OnClosed(IHubSocket socket) => room.Leave(socket);

    public void Dispose()
    {
        lock (_lock)
        {
            room.Dispose();
            _buffer.Dispose();
        }
    }

    private void Broadcast<TState>(Action<Utf8JsonWriter, TState> write, TState state) => room.Broadcast(Write(write, state));

    /// <summary>Writes a message; it is good until the next one.</summary>
    private InboundMessage Write<TState>(Action<Utf8JsonWriter, TState> write, TState state)
    {
        _buffer.ResetWrittenCount();
        using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(_buffer))
            write(json.Writer, state);

        return new InboundMessage(new ReadOnlySequence<byte>(_buffer.WrittenMemory), IsText: true);
    }
}
