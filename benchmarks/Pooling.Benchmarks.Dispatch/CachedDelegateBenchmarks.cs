namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet reader and a packet context that are only known by reflection.</summary>
public class CachedDelegateBenchmarks
{
    private const int Operations = 1_000;

    private readonly object _connection = new();
    private readonly object _packet = new();
    private readonly Type _contextType = typeof(PacketContext);
    private readonly PropertyInfo _connectionProperty = typeof(PacketContext).GetProperty(nameof(PacketContext.Connection))!;
    private readonly PropertyInfo _packetProperty = typeof(PacketContext).GetProperty(nameof(PacketContext.Packet))!;
    private readonly MethodInfo _read = typeof(CachedDelegateBenchmarks).GetMethod(nameof(Read))!;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, object> _publishedReader;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, EmptyPacket> _reader;
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, EmptyValuePacket> _valueReader;
    private readonly Func<object?, object?, object> _publishedFactory =
        static (connection, packet) => new PacketContext(connection, packet);
    private readonly Func<object?, object?, PacketContext> _factory;
    private readonly ValueSetter<PacketContext, object?> _setConnection;
    private readonly ValueSetter<PacketContext, object?> _setPacket;

    public CachedDelegateBenchmarks()
    {
        _publishedReader = _read.CreateDelegate<Func<ReadOnlyMemory<byte>, object?, object?, object>>();
        _reader = CachedDelegate.CreateMethod<Func<ReadOnlyMemory<byte>, object?, object?, EmptyPacket>>(_read);
        _valueReader = CachedDelegate.CreateMethod<Func<ReadOnlyMemory<byte>, object?, object?, EmptyValuePacket>>(
            typeof(CachedDelegateBenchmarks).GetMethod(nameof(ReadValue))!);
        _factory = CachedDelegate.CreateConstructor<Func<object?, object?, PacketContext>>(typeof(PacketContext));
        _setConnection = CachedDelegate.CreateValueSetter<PacketContext, object?>(_connectionProperty);
        _setPacket = CachedDelegate.CreateValueSetter<PacketContext, object?>(_packetProperty);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Before)]
    public int InvokeReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += ((EmptyPacket)_read.Invoke(null, [ReadOnlyMemory<byte>.Empty, null, null])!).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Published)]
    public int DelegateReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += ((EmptyPacket)_publishedReader(ReadOnlyMemory<byte>.Empty, null, null)).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Ours)]
    public int CachedReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += _reader(ReadOnlyMemory<byte>.Empty, null, null).Handled;

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("packet reader")]
    [Row("GC-007", Role.Advice, "packet as a struct: no object")]
    public int CachedValueReader()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += _valueReader(ReadOnlyMemory<byte>.Empty, null, null).Handled;

        return sum;
    }

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
            sum += Handle(context);
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
            sum += Handle(_publishedFactory(_connection, _packet));

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Ours)]
    public int CachedConstructor()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += Handle(_factory(_connection, _packet));

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
            sum += Handle(context);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("context")]
    [Row("GC-010", Role.Advice, "handlers that take the struct: no box")]
    public int CachedConstructorUnboxed()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += HandleValue(_factory(_connection, _packet));

        return sum;
    }

    public static EmptyPacket Read(ReadOnlyMemory<byte> payload, object? services, object? options) => new();

    public static EmptyValuePacket ReadValue(ReadOnlyMemory<byte> payload, object? services, object? options) => default;

    // As a framework passes contexts on, which is why they are boxed.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Handle(object context) => ((PacketContext)context).Packet is null ? 0 : 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int HandleValue(in PacketContext context) => context.Packet is null ? 0 : 1;

    public sealed class EmptyPacket
    {
        internal int Handled => 1;
    }

    public readonly struct EmptyValuePacket
    {
        internal int Handled => 1;
    }
}
