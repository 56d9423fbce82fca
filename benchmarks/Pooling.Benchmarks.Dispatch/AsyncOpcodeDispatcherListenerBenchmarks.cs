namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures a packet and its context that are created and passed to an asynchronous listener with a token. The listener completes
/// synchronously.</summary>
public class AsyncOpcodeDispatcherListenerBenchmarks
{
    private static readonly CancellationTokenSource s_ending = new();
    private static readonly MethodInfo s_onPacket = typeof(IListener).GetMethod(nameof(IListener.OnPacketAsync))!;

    private readonly object _connection = new();
    private readonly Listener _listener = new();
    private readonly Func<object, object, CancellationToken, Task> _converted =
        CachedDelegate.CreateConverter<Func<object, object, CancellationToken, Task>>(s_onPacket);
    private readonly AsyncOpcodeDispatcher<ListenerContext> _dispatcher = new AsyncOpcodeDispatcherBuilder<ListenerContext>()
        .Add<Chat, ChatHandler, ChatHandler>(1).Build();

    [Benchmark(Baseline = true), Row("GC-011", Role.Before)]
    public long InvokeListener() =>
        End((Task)s_onPacket.Invoke(_listener, [new PacketContext(_connection, new Chat(1, 2)), s_ending.Token])!);

    [Benchmark, Row("GC-011", Role.Published)]
    public long InterfaceListener() =>
        End(((IListener)_listener).OnPacketAsync(new PacketContext(_connection, new Chat(1, 2)), s_ending.Token));

    /// <summary>Uses a listener that is only known as an object.</summary>
    [Benchmark, Row("GC-011", Role.Ours, "CachedDelegate.CreateConverter")]
    public long ConvertedListener() => End(_converted(_listener, new PacketContext(_connection, new Chat(1, 2)), s_ending.Token));

    /// <summary>The context is a struct that is never boxed, because the handler is compiled for it.</summary>
    [Benchmark, Row("GC-011", Role.Ours)]
    public long Dispatcher()
    {
        ValueTask<DispatchStatus> dispatching =
            _dispatcher.DispatchAsync(new ListenerContext(_listener, _connection), 1, default, s_ending.Token);
        return dispatching.IsCompletedSuccessfully ? _listener.Sum : End(dispatching.AsTask());
    }

    private long End(Task task)
    {
        task.GetAwaiter().GetResult();
        return _listener.Sum;
    }

    /// <summary>Receives packets with a context that is boxed for each of them.</summary>
    public interface IListener
    {
        Task OnPacketAsync(object context, CancellationToken cancellationToken);
    }

    private sealed class Listener : IListener
    {
        internal long Sum { get; private set; }

        [MethodImpl(MethodImplOptions.NoInlining)] // otherwise the box is not created
        public Task OnPacketAsync(object context, CancellationToken cancellationToken)
        {
            var packetContext = (PacketContext)context;
            Add(packetContext.Connection, ((Chat)packetContext.Packet!).Id, cancellationToken);
            return Task.CompletedTask;
        }

        internal ValueTask Add(object? connection, long id, CancellationToken cancellationToken)
        {
            if (connection is not null && !cancellationToken.IsCancellationRequested)
                Sum += id;

            return default;
        }
    }

    private readonly record struct ListenerContext(Listener Listener, object Connection);

    private sealed record Chat(long Id, long Time);

    private readonly struct ChatHandler : IMemoryPacketParser<Chat>, IAsyncOpcodeHandler<ListenerContext, Chat>
    {
        public bool TryParse(ReadOnlyMemory<byte> payload, out Chat packet)
        {
            packet = new Chat(1, 2);
            return payload.IsEmpty;
        }

        public ValueTask HandleAsync(ListenerContext context, Chat packet, CancellationToken cancellationToken) =>
            context.Listener.Add(context.Connection, packet.Id, cancellationToken);
    }
}
