using System.Reflection;
using BenchmarkDotNet.Attributes;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet and its context, made and given to a listener.</summary>
public class OpcodeDispatcherListenerBenchmarks
{
    private const int Operations = 1_000;

    private readonly object _connection = new();
    private readonly ChatListener _listener = new();
    private readonly MethodInfo _onPacket = typeof(IPacketListener).GetMethod(nameof(IPacketListener.OnPacket))!;
    private readonly Action<object, object, CancellationToken> _converted;
    private readonly OpcodeDispatcher<ChatListener> _dispatcher = new OpcodeDispatcherBuilder<ChatListener>()
        .Add<ChatValue, ChatListener.Handler, ChatListener.Handler>(1).Build();

    public OpcodeDispatcherListenerBenchmarks() =>
        _converted = CachedDelegate.CreateConverter<Action<object, object, CancellationToken>>(_onPacket);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Before)]
    public long InvokeListener()
    {
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            _onPacket.Invoke(_listener, [new PacketContext(_connection, new Chat(1, 2)), CancellationToken.None]);

        return _listener.Sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Published)]
    public long InterfaceListener()
    {
        IPacketListener listener = _listener;
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            listener.OnPacket(new PacketContext(_connection, new Chat(1, 2)), CancellationToken.None);

        return _listener.Sum;
    }

    /// <summary>The listener is known as an object only: what frameworks have.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Peer, "CachedDelegate.CreateConverter")]
    public long ConvertedListener()
    {
        object listener = _listener;
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            _converted(listener, new PacketContext(_connection, new Chat(1, 2)), CancellationToken.None);

        return _listener.Sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("GC-011", Role.Ours)]
    public long Dispatcher()
    {
        _listener.Sum = 0;
        for (int i = 0; i < Operations; i++)
            _dispatcher.Dispatch(in _listener, 1, []);

        return _listener.Sum;
    }
}
