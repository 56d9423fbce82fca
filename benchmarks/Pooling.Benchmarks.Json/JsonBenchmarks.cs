namespace Pooling.Benchmarks.Json;

/// <summary>Provides a pool of writers, and existing memory to write to.</summary>
public abstract class JsonBenchmarks(bool isCleared = false)
{
    private protected Utf8JsonWriterPool Pool { get; } = new(new Utf8JsonWriterPoolOptions { ClearOnReturn = isCleared });

    private protected MemoryStream Target { get; } = new(16 * 1024 * 1024);

    [GlobalCleanup]
    public void Cleanup() => Pool.Dispose();

    private protected MemoryStream Empty()
    {
        Target.SetLength(0);
        return Target;
    }

    private protected ReadOnlyMemory<byte> Written() => Target.GetBuffer().AsMemory(0, (int)Target.Length);
}
