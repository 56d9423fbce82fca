using System.Buffers;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Page;

/// <summary>Sends figures to pages: first those of the last minutes, then a sample each second. A sample is encoded once, in one frame that
/// all pages share. A page may choose the mode of new sockets. Any thread.</summary>
/// <param name="room">The sockets of pages.</param>
/// <param name="about">The description of the hub and its load.</param>
/// <param name="choose">Called with the chosen mode, for one page at a time.</param>
internal sealed class LiveFeed(IHubRoom room, string about, Action<HubMode> choose) : IHubEndpoint, IDisposable
{
    /// <summary>The number of seconds that a page receives when it connects.</summary>
    public const int Kept = 180;

    private readonly Lock _lock = new();
    private readonly string _hub = Guid.NewGuid().ToString("N")[..8];
    private readonly Queue<LiveSample> _samples = new(Kept);
    private readonly PooledArrayBufferWriter<byte> _buffer = new();
    private HubMode _chosen;

    /// <summary>Gets the number of pages.</summary>
    public int Count => room.Count;

    public HubMode Chosen
    {
        get
        {
            lock (_lock)
                return _chosen;
        }
    }

    /// <summary>Sets the mode of new sockets, and notifies all pages.</summary>
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

    /// <summary>Sends a sample to all pages. Allocates nothing.</summary>
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
            room.Join(socket); // together with the first message, so that it misses no second
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

    /// <summary>Writes a message, which is valid until the next one is written.</summary>
    private InboundMessage Write<TState>(Action<Utf8JsonWriter, TState> write, TState state)
    {
        _buffer.ResetWrittenCount();
        using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(_buffer))
            write(json.Writer, state);

        return new InboundMessage(new ReadOnlySequence<byte>(_buffer.WrittenMemory), IsText: true);
    }
}
