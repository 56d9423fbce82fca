namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet and its context, made and given to an asynchronous listener with a token; it ends at once.</summary>
public class AsyncOpcodeDispatcherListenerBenchmarks
{
    private const int Operations = 1_000;

    private static readonly CancellationTokenSource s_ending = new();

    private readonly object _connection = new();
    private readonly Listener _listener = new();
    private readonly MethodInfo _onPacket = typeof(IListener).GetMethod(nameof(IListener.OnPacketAsync))!;
    private readonly Func<object, object, CancellationToken, Task> _converted;
    private readonly AsyncOpcodeDispatcher<ListenerContext> _dispatcher = new AsyncOpcodeDispatcherBuilder<ListenerContext>()
        .Add<Chat, ChatHandler, ChatHandler>(1)
        .Add<ChatValue, ChatHandler, ChatHandler>(2).Build();

    public AsyncOpcodeDispatcherListenerBenchmarks() =>
        _converted = CachedDelegate.CreateConverter<Func<object, object, CancellationToken, Task>>(_onPacket);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Before)]
    public async Task<long> InvokeListener()
    {
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            object?[] arguments = [new PacketContext(_connection, new Chat(1, 2)), s_ending.Token];
            await ((Task)_onPacket.Invoke(_listener, arguments)!).ConfigureAwait(false);
        }

        return _listener.Sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Published)]
    public async Task<long> InterfaceListener()
    {
        IListener listener = _listener;
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            await listener.OnPacketAsync(new PacketContext(_connection, new Chat(1, 2)), s_ending.Token).ConfigureAwait(false);

        return _listener.Sum;
    }

    /// <summary>For a listener that is known as an object only.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Ours, "CachedDelegate.CreateConverter")]
    public async Task<long> ConvertedListener()
    {
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            await _converted(_listener, new PacketContext(_connection, new Chat(1, 2)), s_ending.Token).ConfigureAwait(false);

        return _listener.Sum;
    }

    /// <summary>The context is a struct that is never boxed: the handler is compiled for it.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Ours)]
    public Task<long> Dispatcher() => DispatchAsync(1);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Advice, "packet as a struct: no object")]
    public Task<long> DispatcherOfStructs() => DispatchAsync(2);

    private async Task<long> DispatchAsync(ushort opcode)
    {
        var context = new ListenerContext(_listener, _connection);
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            await _dispatcher.DispatchAsync(context, opcode, default, s_ending.Token).ConfigureAwait(false);

        return _listener.Sum;
    }

    /// <summary>Takes packets with a context that is boxed for each of them.</summary>
    public interface IListener
    {
        Task OnPacketAsync(object context, CancellationToken cancellationToken);
    }

    private sealed class Listener : IListener
    {
        internal long Sum { get; set; }

        public Task OnPacketAsync(object context, CancellationToken cancellationToken)
        {
            var packetContext = (PacketContext)context;
            Add(packetContext.Connection, ((Chat)packetContext.Packet!).Id, cancellationToken);
            return Task.CompletedTask;
        }

        internal void Add(object? connection, long id, CancellationToken cancellationToken)
        {
            if (connection is not null && !cancellationToken.IsCancellationRequested)
                Sum += id;
        }
    }

    private readonly record struct ListenerContext(Listener Listener, object Connection);

    private sealed class Chat(long id, long time)
    {
        internal long Id { get; } = id;

        internal long Time { get; } = time;
    }

    private readonly record struct ChatValue(long Id, long Time);

    private readonly struct ChatHandler : IMemoryPacketParser<Chat>, IMemoryPacketParser<ChatValue>,
        IAsyncOpcodeHandler<ListenerContext, Chat>, IAsyncOpcodeHandler<ListenerContext, ChatValue>
    {
        public bool TryParse(ReadOnlyMemory<byte> payload, out Chat packet)
        {
            packet = new Chat(1, 2);
            return payload.IsEmpty;
        }

        public bool TryParse(ReadOnlyMemory<byte> payload, out ChatValue packet)
        {
            packet = new ChatValue(1, 2);
            return payload.IsEmpty;
        }

        public ValueTask HandleAsync(ListenerContext context, Chat packet, CancellationToken cancellationToken)
        {
            context.Listener.Add(context.Connection, packet.Id, cancellationToken);
            return default;
        }

        public ValueTask HandleAsync(ListenerContext context, ChatValue packet, CancellationToken cancellationToken)
        {
            context.Listener.Add(context.Connection, packet.Id, cancellationToken);
            return default;
        }
    }
}
