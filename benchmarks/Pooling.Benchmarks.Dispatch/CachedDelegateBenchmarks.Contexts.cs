using System.Reflection;
using BenchmarkDotNet.Attributes;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

public partial class CachedDelegateBenchmarks
{
    private readonly object _connection = new();
    private readonly object _packet = new();
    private readonly Type _contextType = typeof(PacketContext);
    private readonly PropertyInfo _connectionProperty = typeof(PacketContext).GetProperty(nameof(PacketContext.Connection))!;
    private readonly PropertyInfo _packetProperty = typeof(PacketContext).GetProperty(nameof(PacketContext.Packet))!;
    private Func<object?, object?, object> _publishedFactory = null!;
    private Func<object?, object?, PacketContext> _cachedFactory = null!;
    private ValueSetter<PacketContext, object?> _setConnection = null!;
    private ValueSetter<PacketContext, object?> _setPacket = null!;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Before)]
    public int ActivateContext()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            object context = Activator.CreateInstance(_contextType)!;
            _connectionProperty.SetValue(context, _connection);
            _packetProperty.SetValue(context, _packet);
            sum += ((PacketContext)context).Handled;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Published)]
    public int DelegateContext()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += ((PacketContext)_publishedFactory(_connection, _packet)).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Ours)]
    public int CachedConstructor()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += _cachedFactory(_connection, _packet).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Ours)]
    public int CachedSetters()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            var context = default(PacketContext);
            _setConnection(ref context, _connection);
            _setPacket(ref context, _packet);
            sum += context.Handled;
        }

        return sum;
    }

    private void SetUpContexts()
    {
        _publishedFactory = static (connection, packet) => new PacketContext(connection, packet);
        _cachedFactory = CachedDelegate.CreateConstructor<Func<object?, object?, PacketContext>>(typeof(PacketContext));
        _setConnection = CachedDelegate.CreateValueSetter<PacketContext, object?>(_connectionProperty);
        _setPacket = CachedDelegate.CreateValueSetter<PacketContext, object?>(_packetProperty);
    }
}
