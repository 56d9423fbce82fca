namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures a packet reader and a packet context that are only known by reflection.</summary>
public class CachedDelegateBenchmarks
{
    private static readonly MethodInfo s_read = typeof(CachedDelegateBenchmarks).GetMethod(nameof(Read))!;
    private static readonly PropertyInfo s_connection = typeof(PacketContext).GetProperty(nameof(PacketContext.Connection))!;
    private static readonly PropertyInfo s_packet = typeof(PacketContext).GetProperty(nameof(PacketContext.Packet))!;

    private readonly object _connection = new();
    private readonly object _packet = new();
    private readonly Type _contextType = typeof(PacketContext);
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, Ping> _publishedReader =
        s_read.CreateDelegate<Func<ReadOnlyMemory<byte>, object?, object?, Ping>>();
    private readonly Func<ReadOnlyMemory<byte>, object?, object?, Ping> _reader =
        CachedDelegate.CreateMethod<Func<ReadOnlyMemory<byte>, object?, object?, Ping>>(s_read);
    private readonly Func<object?, object?, object> _publishedFactory =
        static (connection, packet) => new PacketContext(connection, packet);
    private readonly Func<object?, object?, PacketContext> _factory =
        CachedDelegate.CreateConstructor<Func<object?, object?, PacketContext>>(typeof(PacketContext));

    [Benchmark(Baseline = true), BenchmarkCategory("packet reader"), Row("GC-007", Role.Before, "MethodInfo.Invoke")]
    public int InvokeReader() => ((Ping)s_read.Invoke(null, [ReadOnlyMemory<byte>.Empty, null, null])!).Handled;

    [Benchmark, BenchmarkCategory("packet reader"), Row("GC-007", Role.Published, "MethodInfo.CreateDelegate")]
    public int DelegateReader() => _publishedReader(ReadOnlyMemory<byte>.Empty, null, null).Handled;

    [Benchmark, BenchmarkCategory("packet reader"), Row("GC-007", Role.Ours)]
    public int CachedReader() => _reader(ReadOnlyMemory<byte>.Empty, null, null).Handled;

    [Benchmark(Baseline = true), BenchmarkCategory("context"), Row("GC-010", Role.Before, "Activator.CreateInstance")]
    public int ActivateContext()
    {
        object context = Activator.CreateInstance(_contextType)!;
        s_connection.SetValue(context, _connection);
        s_packet.SetValue(context, _packet);
        return Handle(context);
    }

    [Benchmark, BenchmarkCategory("context"), Row("GC-010", Role.Published)]
    public int DelegateContext() => Handle(_publishedFactory(_connection, _packet));

    [Benchmark, BenchmarkCategory("context"), Row("GC-010", Role.Ours)]
    public int CachedConstructor() => Handle(_factory(_connection, _packet));

    [Benchmark, BenchmarkCategory("context"), Row("GC-010", Role.Advice, "handlers that take the struct, without boxing")]
    public int CachedConstructorUnboxed() => HandleValue(_factory(_connection, _packet));

    public static Ping Read(ReadOnlyMemory<byte> payload, object? services, object? options) => new(1);

    // Contexts are boxed because frameworks pass them on as objects.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Handle(object context) => ((PacketContext)context).Packet is null ? 0 : 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int HandleValue(in PacketContext context) => context.Packet is null ? 0 : 1;

    public sealed record Ping(int Handled);
}

/// <summary>The context of a packet, as frameworks create and box it for each packet.</summary>
public record struct PacketContext(object? Connection, object? Packet);
