using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Telemetry;

/// <summary>Pools of one name, and work that makes every measurement of them greater than zero. Not thread-safe.</summary>
public sealed class Workload : IDisposable
{
    /// <summary>The number of items that the pool of objects keeps.</summary>
    public const int MaxRetained = 64;

    private const int Needed = 100;
    private readonly string _name;
    private readonly BufferWriterPool _writers;
    private readonly MagazinePool<object> _objects;
    private readonly PooledLease<PooledArrayBufferWriter<byte>> _held;

    public Workload(string name)
    {
        _name = name;
        _writers = new BufferWriterPool(new BufferWriterPoolOptions { Name = name });
        _objects = MagazinePool.Create(static () => new object(), static item => item is not string,
            new PoolOptions { Name = name, MaxRetained = MaxRetained, MaxRetainedPerThread = 0 }); // the same on any number of threads
        _held = _writers.Rent();
    }

    /// <summary>Makes every total of correct use grow, and reaches the limit of a pool once.</summary>
    public void Run()
    {
        using (PooledLease<PooledArrayBufferWriter<byte>> writer = _writers.Rent())
            writer.Value.Write(new byte[1000]);

        object[] items = [.. Enumerable.Range(0, Needed).Select(_ => _objects.Get())];
        items[0] = "refused";
        foreach (object item in items)
            _objects.Return(item); // more than it keeps

        _objects.Trim();
        using MagazinePool<object> ended = MagazinePool.Create(static () => new object(), new PoolOptions { Name = _name });
        ended.Return(ended.Get());
    }

    /// <summary>Loses a rental, returns one twice, and uses one after its return. Drops the idle items of all pools.</summary>
    public void Misuse()
    {
        PooledLease<PooledArrayBufferWriter<byte>> returned = _writers.Rent();
        returned.Dispose();
        returned.Dispose();
        try
        {
            _ = returned.Value;
        }
        catch (ObjectDisposedException)
        {
        }

        (PoolingDiagnostics.Mode, PoolingDiagnostics.LeakInterval) = (PoolingMode.Leaks, 1);
        long leaks = LeakCount();
        var loser = new Thread(() => _objects.Get()); // nothing of it stays on a stack
        loser.Start();
        loser.Join();
        do // the finalizers of a busy machine may be late
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        while (LeakCount() == leaks);

        PoolingDiagnostics.Mode = PoolingMode.Off;
    }

    private static long LeakCount() => PoolingDiagnostics.GetLeaks().Sum(static place => place.Count);

    public void Dispose()
    {
        _held.Dispose();
        _objects.Dispose();
        _writers.Dispose();
    }
}
